/* SPDX-License-Identifier: MIT
 * Attack sets in 16 bits: a rook attacks at most 14 squares and a bishop 13. A set is packed when
 * the table is built, and unpacked by PDEP. */
#ifndef PACKED_SETS_H
#define PACKED_SETS_H

#include "bmi2.h"
#include "board.h"

static ALIGNED(64) uint16_t packed_rook_sets[ROOK_SUBSETS];

struct packed_lookup {
    bitboard relevant, empty_board; /* empty_board: the attacks on the empty board */
    const uint16_t *attacks;        /* packed, bit by bit of empty_board */
};

/* Fills a square's part of the table. Returns the start of the next part. */
static inline uint16_t *build_packed(struct packed_lookup *lookup, unsigned square,
                                     bitboard relevant, uint16_t *entry,
                                     bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    lookup->relevant = relevant;
    lookup->empty_board = reference_attacks(square, 0);
    lookup->attacks = entry;
    do {
        *entry++ = (uint16_t)pext_portable(reference_attacks(square, subset), lookup->empty_board);
        subset = next_subset(subset, relevant);
    } while (subset);
    return entry;
}

static inline bitboard unpacked_attacks(const struct packed_lookup *lookup, bitboard occupied)
{
    return pdep(lookup->attacks[pext(occupied, lookup->relevant)], lookup->empty_board);
}

#endif
