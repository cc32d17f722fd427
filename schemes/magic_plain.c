/* SPDX-License-Identifier: MIT
 * Plain magic bitboards: multiplying the relevant occupancy by a factor found by trial and error
 * gathers it, perfectly hashed, in the top bits of the product. Rooks of all squares get 12 index
 * bits and bishops 9, so that the shift is a constant and the tables are two-dimensional.
 * Lasse Hansen, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?t=5015
 * https://www.chessprogramming.org/Magic_Bitboards#Plain
 *
 * Cost per piece: 3 loads, 1 multiply, and, shift. 2 MiB for rooks, 256 KiB for bishops, 2 KiB.
 * Branchless. */
#include "board.h"
#include "magics.h"

enum { ROOK_BITS = 12, BISHOP_BITS = 9 };

struct magics {
    bitboard relevant[STAGGERED];
    uint64_t factor[STAGGERED];
};

static struct {
    struct magics rook, bishop;
} magics __attribute__((aligned(64)));

static bitboard rook_table[64][1 << ROOK_BITS] __attribute__((aligned(64)));
static bitboard bishop_table[64][1 << BISHOP_BITS] __attribute__((aligned(64)));

static inline size_t magic_index(const struct magics *of, unsigned square, bitboard occupied,
                                 unsigned bits)
{
    return (size_t)((occupied & of->relevant[square]) * of->factor[square] >> (64 - bits));
}

static void fill(unsigned square, const struct magics *of, unsigned bits, bitboard *table,
                 bitboard (*slow_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    do {
        table[magic_index(of, square, subset, bits)] = slow_attacks(square, subset);
        subset = next_subset(subset, of->relevant[square]);
    } while (subset);
}

static void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        magics.rook.relevant[square] = rook_relevant(square);
        magics.rook.factor[square] = rook_magics[square];
        magics.bishop.relevant[square] = bishop_relevant(square);
        magics.bishop.factor[square] = bishop_magics[square];
        fill(square, &magics.rook, ROOK_BITS, rook_table[square], slow_rook_attacks);
        fill(square, &magics.bishop, BISHOP_BITS, bishop_table[square], slow_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rook_table[square][magic_index(&magics.rook, square, occupied, ROOK_BITS)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishop_table[square][magic_index(&magics.bishop, square, occupied, BISHOP_BITS)];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Plain magic bitboards",
    .author = "Lasse Hansen",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?t=5015",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(sizeof rook_table + sizeof magics.rook, sizeof bishop_table + sizeof magics.bishop,
              sizeof rook_table + sizeof bishop_table + sizeof magics),
    .init = init,
};
