/* SPDX-License-Identifier: MIT
 * The oracle: slider attacks by the plainest loop that can be written. Everything else is checked
 * against it, so it shares no code and no idea with any scheme, and nobody may make it faster.
 *
 * The set holds the first blocker of each ray, whichever its colour, and never the slider's own
 * square; whether that square is set in `occupied` does not matter. square: 0..63. */
#ifndef ORACLE_H
#define ORACLE_H

#include "scheme.h"

bitboard oracle_rook(unsigned square, bitboard occupied);
bitboard oracle_bishop(unsigned square, bitboard occupied);

#endif
