/* SPDX-License-Identifier: MIT
 * Positions as text. FEN is part 16.1 of the PGN standard, EPD part 16.2:
 * https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm Castling rights are those of
 * X-FEN: KQkq mean the outermost rook, letters A-H and a-h the rook on that file. This includes
 * Chess960 and Shredder-FEN. https://www.chessprogramming.org/Forsyth-Edwards_Notation#X-FEN */
#ifndef FEN_H
#define FEN_H

#include "base/error.h"
#include "chess/position.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_SIZE = 96 }; /* longest text, with its NUL */

/* Reads the four fields of an EPD or the six of a FEN. Sets *rest, unless rest is NULL, to the text
 * after them, such as EPD operations. On failure *position is undefined. Errors have STATUS_INPUT
 * and a text like "side to move is 'x', expected 'w' or 'b'". */
bool fen_read(struct position *position, const char *text, const char **rest, struct error *error);

/* Writes six fields. Returns text. */
const char *fen_write(const struct position *position, char text[static FEN_SIZE]);

#endif
