/* SPDX-License-Identifier: MIT
 * Squares and boards as people read them. */
#ifndef BOARD_TEXT_H
#define BOARD_TEXT_H

#include "scheme.h"

#include <stdio.h>

/* "a1".."h8" into text, which is returned. */
const char *square_text(unsigned square, char text[static 3]);

/* The square that two characters name; 64 if none. */
unsigned square_parse(const char *text);

struct board_text {
    const char *title;
    bitboard attacks, occupied;
    unsigned slider;
};

/* Boards side by side, rank 8 on top: S the slider, * attacked and empty, x attacked and occupied,
 * o occupied, . empty. */
void board_print(const struct board_text *boards, size_t n, FILE *out);

#endif
