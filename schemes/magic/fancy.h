/* SPDX-License-Identifier: MIT
 * Tables and getters of fancy magics. Each square has as many index bits as relevant squares, and
 * its own part of one dense table. A scheme includes its magics (rook_magics and bishop_magics) and
 * this header, and then defines
 *
 *     size_t magic_index(const struct magics *of, unsigned square, bitboard occupied)
 *
 * The index is at the top of a product of PRODUCT_BITS bits. With INCORPORATED_SHIFT the shift
 * is part of the magic. */
#include "board.h"

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
#ifndef INCORPORATED_SHIFT
    uint8_t shift[PADDED_SQUARES];
#endif
};

static bitboard table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

static struct magics_by_piece {
    struct magics rook, bishop;
} magics __attribute__((aligned(64)));

static inline size_t magic_index(const struct magics *of, unsigned square, bitboard occupied);

/* Fills a square's part of the table. Returns the start of the next part. */
static bitboard *fill(struct magics *of, unsigned square, bitboard relevant, uint64_t magic,
                      bitboard *attacks, bitboard (*reference_attacks)(unsigned, bitboard))
{
    unsigned bits = (unsigned)__builtin_popcountll(relevant);
    bitboard subset = 0;
    of->relevant[square] = relevant;
    of->magic[square] = magic;
    of->attacks[square] = attacks;
#ifndef INCORPORATED_SHIFT
    of->shift[square] = (uint8_t)(PRODUCT_BITS - bits);
#endif
    do {
        attacks[magic_index(of, square, subset)] = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
    return attacks + (1 << bits);
}

static void init(void)
{
    bitboard *rook = table, *bishop = table + ROOK_ENTRIES;
    for (unsigned square = 0; square < 64; square++) {
        rook = fill(&magics.rook, square, rook_relevant(square), rook_magics[square], rook,
                    reference_rook_attacks);
        bishop = fill(&magics.bishop, square, bishop_relevant(square), bishop_magics[square],
                      bishop, reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return magics.rook.attacks[square][magic_index(&magics.rook, square, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return magics.bishop.attacks[square][magic_index(&magics.bishop, square, occupied)];
}

#define FANCY_TABLES TABLE(magics), TABLE(table)
#define FANCY_BYTES                                                                                \
    BYTES(ROOK_ENTRIES * sizeof *table + sizeof magics.rook,                                       \
          BISHOP_ENTRIES * sizeof *table + sizeof magics.bishop, sizeof table + sizeof magics)
