/* SPDX-License-Identifier: MIT
 * The table of all schemes with exact indices, however they compute the index: for each square,
 * rooks first, one attack set per subset of the relevant squares, in counting order. */
#ifndef PEXT_TABLE_H
#define PEXT_TABLE_H

#include "board.h"

enum { OF_ROOKS, OF_BISHOPS }; /* index what a square has of both */

static ALIGNED(64) bitboard pext_table[ROOK_SUBSETS + BISHOP_SUBSETS];

/* Fills the table, and calls `set_square` with each square's parts. */
static inline void pext_build(void (*set_square)(unsigned square, const bitboard *rook,
                                                 const bitboard *bishop))
{
    bitboard *rook = pext_table, *bishop = pext_table + ROOK_SUBSETS;
    for (unsigned square = 0; square < 64; square++) {
        set_square(square, rook, bishop);
        rook = write_subsets(rook, square, rook_relevant(square), reference_rook_attacks);
        bishop = write_subsets(bishop, square, bishop_relevant(square), reference_bishop_attacks);
    }
}

#define ROOK_SET_BYTES   (ROOK_SUBSETS * sizeof *pext_table)
#define BISHOP_SET_BYTES (BISHOP_SUBSETS * sizeof *pext_table)

#endif
