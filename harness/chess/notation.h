/* SPDX-License-Identifier: MIT
 * Squares, boards, positions and moves as text. */
#ifndef NOTATION_H
#define NOTATION_H

#include "base/error.h"
#include "chess/position.h"

#include <stdio.h>

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

#define BLANKS " \t"
#define DIGITS "0123456789"

/* ---- squares and boards ---- */

/* Writes "a1" to "h8". Returns text. */
const char *square_text(unsigned square, char text[static 3]);

/* Returns the square that the first two characters name, or NO_SQUARE. */
unsigned square_parse(const char *text);

struct board_text {
    const char *title;
    bitboard attacks, occupied;
    unsigned slider;
};

/* Draws boards side by side, rank 8 on top: S is the slider, * an attacked empty square, x an
 * attacked occupied one, o an occupied one, and . an empty one. */
void board_print(const struct board_text *boards, size_t n, FILE *out);

/* ---- positions ---- */

/* Positions as text: FEN is part 16.1 of the PGN standard, EPD part 16.2,
 * https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
 * Castling rights are written as in X-FEN, which covers Chess960 and Shredder-FEN: KQkq mean the
 * outermost rook of the side, letters A-H and a-h the rook on that file.
 * https://www.chessprogramming.org/Forsyth-Edwards_Notation#X-FEN */

enum { FEN_SIZE = 96 }; /* longest text, with its NUL */

/* Reads the four fields of an EPD or the six of a FEN. Unless rest is NULL, sets *rest to the text
 * after these fields: operations of EPD, or values of training data such as `| 31 | 0.5` and
 * `[0.5]`. On failure *position is undefined. Errors have STATUS_INPUT and a text like "side to
 * move is 'x', expected 'w' or 'b'". */
bool fen_read(struct position *position, const char *text, const char **rest, struct error *error);

/* Writes a FEN with all six fields. Returns text. */
const char *fen_write(const struct position *position, char text[static FEN_SIZE]);

/* ---- moves ---- */

/* Moves in UCI notation: e2e4, e7e8q. Castling from the squares of standard chess is written as the
 * move of the king, e1g1; from other squares, as in Chess960, as if the king took its own rook. */

enum { MOVE_SIZE = 6 }; /* longest text, with its NUL */

/* Reads a legal move of the position. Errors are STATUS_INPUT. */
typedef bool move_reader(chess_move *move, const struct position *position, const char *text,
                         struct error *error);

/* Reads UCI notation, with castling in either form. */
move_reader move_read;

/* Reads Standard Algebraic Notation, part 8.2.3 of the PGN standard: Nbd7, exd5+, e8=Q or e8Q, O-O
 * or 0-0. Accepts long forms, too: Ng1-f3, e2e4, and castling as in UCI. Ignores the signs of check
 * and mate. */
move_reader san_read;

/* Writes a move of this position as UCI does. Returns text. */
const char *move_write(const struct position *position, chess_move move,
                       char text[static MOVE_SIZE]);

#endif
