/* SPDX-License-Identifier: MIT
 * 32-bit magics: fancy magic without a 64-bit multiply. The halves of the relevant occupancy are
 * multiplied by a factor each; the top bits of the two products, xored, are the index.
 * Grant Osborne, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?t=5997; later in Stockfish.
 * https://www.chessprogramming.org/Magic_Bitboards#32-bit_Magics
 *
 * Cost per piece: 5 loads (8 on 32-bit machines), 2 multiplies of 32 bits, and, xor, variable
 * shift. 800 KiB for rooks, 41 KiB for bishops, 4 KiB. Branchless. */
#include "board.h"
#include "magics_32.h"

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

struct magic {
    bitboard relevant;
    uint64_t factors; /* of the low half of the board in the low half */
    const bitboard *attacks;
    uint32_t shift;
};

static struct {
    struct magic rook, bishop;
} magics[64] __attribute__((aligned(64)));

static bitboard table[ROOK_ENTRIES + BISHOP_ENTRIES] __attribute__((aligned(64)));

static inline uint32_t magic_index(const struct magic *magic, bitboard occupied)
{
    bitboard relevant = occupied & magic->relevant;
    uint32_t low = (uint32_t)relevant * (uint32_t)magic->factors;
    uint32_t high = (uint32_t)(relevant >> 32) * (uint32_t)(magic->factors >> 32);
    return (low ^ high) >> magic->shift;
}

/* Fills a square's part of the table, and returns where the next one begins. */
static bitboard *fill(struct magic *magic, unsigned square, bitboard *attacks,
                      bitboard (*slow_attacks)(unsigned, bitboard))
{
    uint32_t bits = (uint32_t)__builtin_popcountll(magic->relevant);
    bitboard subset = 0;
    magic->attacks = attacks;
    magic->shift = 32 - bits;
    do {
        attacks[magic_index(magic, subset)] = slow_attacks(square, subset);
        subset = next_subset(subset, magic->relevant);
    } while (subset);
    return attacks + (1 << bits);
}

static void init(void)
{
    bitboard *rook = table, *bishop = table + ROOK_ENTRIES;
    for (unsigned square = 0; square < 64; square++) {
        magics[square].rook = (struct magic){rook_relevant(square), .factors = rook_magics[square]};
        magics[square].bishop =
            (struct magic){bishop_relevant(square), .factors = bishop_magics[square]};
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
    .title = "Fancy magic by two 32-bit multiplies",
    .author = "Grant Osborne",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?t=5997",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(ROOK_ENTRIES * sizeof *table + sizeof magics / 2,
              BISHOP_ENTRIES * sizeof *table + sizeof magics / 2, sizeof table + sizeof magics),
    .init = init,
};
