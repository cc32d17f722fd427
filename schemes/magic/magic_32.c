/* SPDX-License-Identifier: MIT
 * 32-bit magics: fancy magic without a 64-bit multiply. The halves of the relevant occupancy are
 * multiplied by a factor each; the top bits of the two products, xored, are the index.
 * Grant Osborne, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?t=5997; later in Stockfish.
 * https://www.chessprogramming.org/Magic_Bitboards#32-bit_Magics
 *
 * Cost per piece: 5 loads (8 on 32-bit machines), 2 multiplies of 32 bits, and, xor, variable
 * shift. 800 KiB for rooks, 41 KiB for bishops, 3 KiB. Branchless. */
#include "board.h"
#include "magics_32.h"

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t factors[PADDED_SQUARES]; /* of the low half of the board in the low half */
    const bitboard *attacks[PADDED_SQUARES];
    uint8_t shift[PADDED_SQUARES];
};

static struct {
    struct magics rook, bishop;
} magics __attribute__((aligned(64)));

static bitboard table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

static inline uint32_t magic_index(const struct magics *of, unsigned square, bitboard occupied)
{
    bitboard relevant = occupied & of->relevant[square];
    uint32_t low = (uint32_t)relevant * (uint32_t)of->factors[square];
    uint32_t high = (uint32_t)(relevant >> 32) * (uint32_t)(of->factors[square] >> 32);
    return (low ^ high) >> of->shift[square];
}

/* Fills a square's part of the table, and returns where the next one begins. */
static bitboard *fill(struct magics *of, unsigned square, bitboard relevant, uint64_t factors,
                      bitboard *attacks, bitboard (*reference_attacks)(unsigned, bitboard))
{
    unsigned bits = (unsigned)__builtin_popcountll(relevant);
    bitboard subset = 0;
    of->relevant[square] = relevant;
    of->factors[square] = factors;
    of->attacks[square] = attacks;
    of->shift[square] = (uint8_t)(32 - bits);
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
    .title = "Fancy magic by two 32-bit multiplies",
    .author = "Grant Osborne",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?t=5997",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(ROOK_ENTRIES * sizeof *table + sizeof magics.rook,
              BISHOP_ENTRIES * sizeof *table + sizeof magics.bishop, sizeof table + sizeof magics),
    .init = init,
};
