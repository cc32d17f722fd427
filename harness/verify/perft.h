/* SPDX-License-Identifier: MIT
 * perft: the number of legal sequences of moves, which is known for many positions. A scheme whose
 * getters and toggle() are right has these numbers.
 * https://www.chessprogramming.org/Perft */
#ifndef PERFT_H
#define PERFT_H

#include "chess/position.h"

/* Returns the number of legal sequences of `depth` moves; without moves there is one. All slider
 * attacks are by the getters of a scheme that is not a mock, whose tables are built, on a view that
 * toggle() takes from board to board. */
uint64_t perft(const struct scheme *scheme, const struct position *position, unsigned depth);

#endif
