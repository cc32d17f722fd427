/* SPDX-License-Identifier: MIT
 * Rank attacks by a table of 512 bytes: the attacks along the first rank, by the rook's file and
 * the occupancy of files b to g. The occupancy of a1 and h1 never matters, as every ray ends there.
 * https://www.chessprogramming.org/First_Rank_Attacks
 *
 * A scheme that includes this calls init_first_rank() from its own init(), and counts `sizeof
 * first_rank` in its bytes. */
#ifndef FIRST_RANK_H
#define FIRST_RANK_H

#include "board.h"

static ALIGNED(64) uint8_t first_rank[64 * 8]; /* [8 * (files b to g) + file] */

static inline void init_first_rank(void)
{
    for (unsigned inner = 0; inner < 64; inner++)
        for (unsigned file = 0; file < 8; file++)
            first_rank[8 * inner + file] =
                (uint8_t)reference_line_attacks(RANK_LINE, file, inner << 1);
}

/* Returns the attacks on the first rank. inner: bit 0 = file b ... bit 5 = file g, no other
 * bits. */
static inline uint8_t first_rank_attacks(unsigned inner, unsigned file)
{
    return first_rank[8 * inner + file];
}

/* Returns the attacks on the slider's rank. Files b to g stay where they are in the rank's byte, as
 * twice the index, and x86 multiplies them by 4 in the address. */
static inline bitboard rank_attacks(unsigned square, bitboard occupied)
{
    unsigned shift = square & 56;
    const uint8_t *file_entries = first_rank + file_of(square);
    return (bitboard)file_entries[4 * (occupied >> shift & 0x7e)] << shift;
}

/* Returns what rank_attacks() returns. The terms of the address are added in another order, for
 * which clang generates other code. Each scheme calls the function that suits its code. */
static inline bitboard rank_attacks_by_index(unsigned square, bitboard occupied)
{
    unsigned shift = square & 56;
    const uint8_t *flat = first_rank;
    return (bitboard)flat[(occupied >> shift & 0x7e) * 4 + file_of(square)] << shift;
}

#endif
