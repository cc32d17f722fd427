/* SPDX-License-Identifier: MIT
 * The view of the schemes that keep four rotated boards. A scheme defines the maps,
 *
 *     unsigned rotated_bit(enum line line, unsigned square)
 *
 * before it includes this file, and calls build_toggles() in init(). A change of occupancy flips
 * one bit in each board, by masks read from a table (as in Crafty; DarkThought computes them). */
#ifndef ROTATED_BOARDS_H
#define ROTATED_BOARDS_H

#include "board.h"

typedef struct view {
    bitboard board[LINES];
} view;
#define view view

static ALIGNED(64) view toggles[64];

static inline void build_toggles(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            toggles[square].board[line] = square_bit(rotated_bit(line, square));
}

static inline void toggle(view *v, unsigned square)
{
    for (enum line line = 0; line < LINES; line++)
        v->board[line] ^= toggles[square].board[line];
}

static inline void set_view(view *v, bitboard occupied)
{
    view empty = {{0}};
    *v = empty;
    for (; occupied; occupied &= occupied - 1)
        toggle(v, (unsigned)trailing_zeros(occupied));
}

#endif
