/* SPDX-License-Identifier: MIT
 * Moves in UCI notation: e2e4, e7e8q. Castling from the squares of classic chess is written e1g1;
 * otherwise, as in Chess960, it is written as king takes rook. */
#ifndef UCI_MOVE_H
#define UCI_MOVE_H

#include "base/error.h"
#include "chess/position.h"

enum { MOVE_SIZE = 6 }; /* longest text, with its NUL */

/* Reads a legal move, with castling in either form. Errors are STATUS_INPUT. */
bool move_read(chess_move *move, const struct position *position, const char *text,
               struct error *error);

/* Writes a move of this position as UCI does. Returns text. */
const char *move_write(const struct position *position, chess_move move,
                       char text[static MOVE_SIZE]);

#endif
