/* SPDX-License-Identifier: MIT
 * The table of all exact indices, whatever computes them: for each square, rooks first, one
 * attack set per subset of the relevant squares, in counting order. */
#ifndef PEXT_TABLE_H
#define PEXT_TABLE_H

#include "board.h"

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

static bitboard pext_table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

/* Writes a square's part. Returns the start of the next part. */
static inline bitboard *pext_part(bitboard *part, unsigned square, bitboard relevant,
                                  bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    do {
        *part++ = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
    return part;
}

/* Fills the table, and calls `set_square` with each square's parts. */
static inline void pext_build(void (*set_square)(unsigned square, const bitboard *rook,
                                                 const bitboard *bishop))
{
    bitboard *rook = pext_table, *bishop = pext_table + ROOK_ENTRIES;
    for (unsigned square = 0; square < 64; square++) {
        set_square(square, rook, bishop);
        rook = pext_part(rook, square, rook_relevant(square), reference_rook_attacks);
        bishop = pext_part(bishop, square, bishop_relevant(square), reference_bishop_attacks);
    }
}

#define ROOK_SET_BYTES   (ROOK_ENTRIES * sizeof *pext_table)
#define BISHOP_SET_BYTES (BISHOP_ENTRIES * sizeof *pext_table)

#endif
