/* SPDX-License-Identifier: MIT
 * Tables and getters of fancy magics. Each square has as many index bits as relevant squares, and
 * its own part of one dense table. A scheme includes its magics (rook_magics and bishop_magics) and
 * this header, and then defines
 *
 *     size_t fancy_index(const struct magics *m, unsigned square, bitboard occupied)
 *
 * The index is at the top of a product of PRODUCT_BITS bits. With INCORPORATED_SHIFT the shift
 * is part of the magic. With BLACK_MAGIC, bishops on COMPACT squares have one index bit less. */
#include "board.h"

#ifdef BLACK_MAGIC
enum {
    BISHOP_ENTRIES = BISHOP_SUBSETS - 4 * 32 - 12 * 16,
    ENTRIES = ROOK_SUBSETS + BISHOP_ENTRIES
};
#else
#define COMPACT (bitboard)0
enum { BISHOP_ENTRIES = BISHOP_SUBSETS, ENTRIES = ROOK_SUBSETS + BISHOP_ENTRIES };
#endif

static ALIGNED(64) bitboard table[ENTRIES];

#ifndef INCORPORATED_SHIFT
#define SHIFT_PER_SQUARE
#endif
#include "magic_fields.h"

static inline size_t fancy_index(const struct magics *m, unsigned square, bitboard occupied);

/* Fills a square's part of the table. Returns the start of the next part. */
static inline bitboard *fill_table(struct magics *m, unsigned square, bitboard relevant,
                                   unsigned bits, uint64_t magic, bitboard *attacks,
                                   bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    FIELD(m, square, mask) = MASK(relevant);
    FIELD(m, square, magic) = magic;
    FIELD(m, square, attacks) = attacks;
#ifdef SHIFT_PER_SQUARE
    FIELD(m, square, shift) = (uint8_t)(PRODUCT_BITS - bits);
#endif
    do {
        attacks[fancy_index(m, square, subset)] = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
    return attacks + (1 << bits);
}

static inline void init(void)
{
    bitboard *rook = table, *bishop = table + ROOK_SUBSETS;
    for (unsigned square = 0; square < 64; square++) {
        bitboard relevant = rook_relevant(square);
        unsigned bits = (unsigned)count_bits(relevant);
        rook = fill_table(ROOK_MAGICS, square, relevant, bits, rook_magics[square], rook,
                          reference_rook_attacks);

        relevant = bishop_relevant(square);
        bits = (unsigned)count_bits(relevant) - (COMPACT >> square & 1);
        bishop = fill_table(BISHOP_MAGICS, square, relevant, bits, bishop_magics[square], bishop,
                            reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return FIELD(ROOK_MAGICS, square, attacks)[fancy_index(ROOK_MAGICS, square, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return FIELD(BISHOP_MAGICS, square, attacks)[fancy_index(BISHOP_MAGICS, square, occupied)];
}

#define FANCY_TABLES TABLE(magics), TABLE(table)
#define FANCY_BYTES                                                                                \
    BYTES(ROOK_SUBSETS * sizeof *table + sizeof magics / 2,                                        \
          BISHOP_ENTRIES * sizeof *table + sizeof magics / 2, sizeof table + sizeof magics)
