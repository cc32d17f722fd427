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
 * KiB for rooks, 41 KiB for bishops, 3 KiB. Branchless. */
#include "board.h"

#ifdef INCORPORATED_SHIFT
#include "magics_incorporated_shift.h"
#else
#include "magics.h"
#endif

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t factor[PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
#ifndef INCORPORATED_SHIFT
    uint8_t shift[PADDED_SQUARES];
#endif
};

static struct {
    struct magics rook, bishop;
} magics __attribute__((aligned(64)));

static bitboard table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

static inline size_t magic_index(const struct magics *of, unsigned square, bitboard occupied)
{
#ifdef INCORPORATED_SHIFT
    unsigned shift = (unsigned)(of->factor[square] >> 58);
#else
    unsigned shift = of->shift[square];
#endif
    return (size_t)((occupied & of->relevant[square]) * of->factor[square] >> shift);
}

/* Fills a square's part of the table, and returns where the next one begins. */
static bitboard *fill(struct magics *of, unsigned square, bitboard relevant, uint64_t factor,
                      bitboard *attacks, bitboard (*reference_attacks)(unsigned, bitboard))
{
    unsigned bits = (unsigned)__builtin_popcountll(relevant);
    bitboard subset = 0;
    of->relevant[square] = relevant;
    of->factor[square] = factor;
    of->attacks[square] = attacks;
#ifndef INCORPORATED_SHIFT
    of->shift[square] = (uint8_t)(64 - bits);
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
    .table_bytes =
        BYTES(ROOK_ENTRIES * sizeof *table + sizeof magics.rook,
              BISHOP_ENTRIES * sizeof *table + sizeof magics.bishop, sizeof table + sizeof magics),
    .init = init,
};
