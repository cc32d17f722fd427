/* SPDX-License-Identifier: MIT
 * Fancy magic bitboards: as plain ones, but each square gets only as many index bits as it has
 * relevant squares, 10 to 12 for rooks and 5 to 9 for bishops, and its own part of one dense table.
 * Pradu Kannan, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5452
 * https://www.chessprogramming.org/Magic_Bitboards#Fancy
 *
 * With INCORPORATED_SHIFT the shift sits in the top six bits of the factor, which are almost
 * redundant: one load less for one more shift, which runs beside the multiply.
 * Grant Osborne, 2008, http://www.talkchess.com/forum/viewtopic.php?t=21329
 *
 * Cost per piece: 5 loads (4 with the shift in the factor), 1 multiply, and, variable shift. 800
 * KiB for rooks, 41 KiB for bishops, 4 KiB. Branchless. */
#include "board.h"

#ifdef INCORPORATED_SHIFT
#include "magics_incorporated_shift.h"
#else
#include "magics.h"
#endif

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

struct magic {
    bitboard relevant;
    uint64_t factor;
    const bitboard *attacks;
#ifndef INCORPORATED_SHIFT
    unsigned shift;
#endif
};

static struct __attribute__((aligned(64))) { /* one cache line */
    struct magic rook, bishop;
} magics[64];

static bitboard table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

static inline size_t magic_index(const struct magic *magic, bitboard occupied)
{
#ifdef INCORPORATED_SHIFT
    unsigned shift = (unsigned)(magic->factor >> 58);
#else
    unsigned shift = magic->shift;
#endif
    return (size_t)((occupied & magic->relevant) * magic->factor >> shift);
}

/* Fills a square's part of the table, and returns where the next one begins. */
static bitboard *fill(struct magic *magic, unsigned square, bitboard *attacks,
                      bitboard (*slow_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    magic->attacks = attacks;
#ifndef INCORPORATED_SHIFT
    magic->shift = 64 - (unsigned)__builtin_popcountll(magic->relevant);
#endif
    do {
        attacks[magic_index(magic, subset)] = slow_attacks(square, subset);
        subset = next_subset(subset, magic->relevant);
    } while (subset);
    return attacks + (1 << __builtin_popcountll(magic->relevant));
}

static void init(void)
{
    bitboard *rook = table, *bishop = table + ROOK_ENTRIES;
    for (unsigned square = 0; square < 64; square++) {
        magics[square].rook = (struct magic){rook_relevant(square), .factor = rook_magics[square]};
        magics[square].bishop =
            (struct magic){bishop_relevant(square), .factor = bishop_magics[square]};
        rook = fill(&magics[square].rook, square, rook, slow_rook_attacks);
        bishop = fill(&magics[square].bishop, square, bishop, slow_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square].rook;
    return magic->attacks[magic_index(magic, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square].bishop;
    return magic->attacks[magic_index(magic, occupied)];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef INCORPORATED_SHIFT
    .title = "Fancy magic, shift in the factor",
    .author = "Grant Osborne",
    .year = "2008",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=21329",
#else
    .title = "Fancy magic bitboards",
    .author = "Pradu Kannan",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5452",
#endif
    .traits = BRANCHLESS,
    .table_bytes = BYTES(ROOK_ENTRIES * sizeof *table + 64 * sizeof(struct magic),
                         BISHOP_ENTRIES * sizeof *table + 64 * sizeof(struct magic),
                         sizeof table + sizeof magics),
    .init = init,
};
