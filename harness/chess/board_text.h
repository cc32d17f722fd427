/* SPDX-License-Identifier: MIT
 * Text forms of squares and boards. */
#ifndef BOARD_TEXT_H
#define BOARD_TEXT_H

#include "base/error.h"
#include "kernels/perft_position.h"

#include <stdio.h>

/* Writes "a1" to "h8". Returns text. */
const char *square_text(unsigned square, char text[static 3]);

enum { NO_SQUARE = 64 };

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

/* Letters of the pieces, by kind: "RBQNPK". */
extern const char piece_letters[PIECE_KINDS + 1];

/* Rejects text that an error message must not quote: STATUS_INPUT. */
bool text_printable(const char *text, struct error *error);

#endif
