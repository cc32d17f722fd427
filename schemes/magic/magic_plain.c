/* SPDX-License-Identifier: MIT
 * Plain magic bitboards: a multiplication of the relevant occupancy by a magic, found by trial and
 * error, gathers it, perfectly hashed, in the top bits of the product. Rooks of all squares have 12
 * index bits and bishops 9, so that the shift is a constant and the tables are two-dimensional.
 * Lasse Hansen, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?t=5015
 * https://www.chessprogramming.org/Magic_Bitboards#Plain
 *
 * With SHIFT_PER_SQUARE: each square has only the index bits that it needs, as in fancy magic, but
 * keeps its row of the table. A lookup loads the shift, so that it has 4 loads, one less than in
 * fancy magic, and only 841 KiB of the tables are touched. nkarve, 2020,
 * https://github.com/nkarve/surge
 *
 * Cost per piece: 3 loads, 1 multiply, and, shift. 2 MiB for rooks, 256 KiB for bishops, and 2 KiB
 * of masks and magics. Branchless. */
#include "board.h"
#include "magics.h"

enum { ROOK_BITS = 12, BISHOP_BITS = 9 };

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
#ifdef SHIFT_PER_SQUARE
    uint8_t shift[PADDED_SQUARES];
#endif
};

static ALIGNED(64) struct magics_by_piece {
    struct magics rook, bishop;
} magics;

static ALIGNED(64) bitboard rook_table[64][1 << ROOK_BITS];
static ALIGNED(64) bitboard bishop_table[64][1 << BISHOP_BITS];

#include "magic_index.h"

static inline void fill_table(struct magics *m, unsigned square, bitboard relevant, uint64_t magic,
                              unsigned bits, bitboard *table,
                              bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    m->relevant[square] = relevant;
    m->magic[square] = magic;
#ifdef SHIFT_PER_SQUARE
    m->shift[square] = (uint8_t)(64 - count_bits(relevant));
#endif
    do {
        table[magic_index(m, square, subset, bits)] = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        fill_table(&magics.rook, square, rook_relevant(square), rook_magics[square], ROOK_BITS,
                   rook_table[square], reference_rook_attacks);
        fill_table(&magics.bishop, square, bishop_relevant(square), bishop_magics[square],
                   BISHOP_BITS, bishop_table[square], reference_bishop_attacks);
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
#ifdef SHIFT_PER_SQUARE
    .title = "Plain magic, each square's own shift",
    .author = "nkarve",
    .year = "2020",
    .source = "https://github.com/nkarve/surge",
#else
    .title = "Plain magic bitboards",
    .author = "Lasse Hansen",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?t=5015",
#endif
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(sizeof rook_table + sizeof magics.rook, sizeof bishop_table + sizeof magics.bishop,
              sizeof rook_table + sizeof bishop_table + sizeof magics),
    .init = init,
    .tables = {TABLE(magics), TABLE(rook_table), TABLE(bishop_table)},
};
