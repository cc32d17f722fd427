/* SPDX-License-Identifier: MIT
 * SISSY (see sissy.c) with the widest indices. Bishop: pairs of ranks without a mask, twelve bits
 * of index. Rook: the file by one index of six bits, and the rank by the first-rank table.
 *
 * Bishop after https://www.chessprogramming.org/SISSY_Bitboards, which describes Martin Sedlak's
 * attempt (CCC, 14 February 2021): half the lookups, much larger tables. That post was not
 * available, so his scheme may differ from this one, which fits the description. The file's single
 * index is the step which the same page calls close to kindergarten bitboards.
 *
 * Cost: bishop 3 independent loads, 2 ands, 6 MiB. Rook 2 loads, 32 KiB + 512 bytes.
 * Branchless, multiply-free. */
#include "first_rank.h"

/* [pair][square][files b to g of both ranks], flat as in sissy.c, and [square][file_index()]. */
enum { PAIR_STEP = 64 * 4096 };
static ALIGNED(64) bitboard bishop_supersets[3 * PAIR_STEP];
static ALIGNED(64) bitboard file_table[64][64];

/* The file's ranks 2 to 7 become bits 0, 2, 4, 1, 3, 5: the upper three move between the lower
 * three, then all pairs move together. */
static inline unsigned file_index(unsigned square, bitboard occupied)
{
    occupied = occupied >> file_of(square) & FILE_A;
    occupied |= occupied >> 23;
    occupied |= occupied >> 6 | occupied >> 12;
    return occupied >> 8 & 63;
}

static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    return file_table[square][file_index(square, occupied)];
}

/* Two ranks' indices take 16 bits, of which twelve are used: all three pairs are packed in the
 * same steps. */
static inline bitboard pair_indices(bitboard occupied)
{
    return (occupied >> 9 & 0x003f003f003fu) | (occupied >> 11 & 0x0fc00fc00fc0u);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = bishop_supersets + 4096 * (size_t)square;
    bitboard indices = pair_indices(occupied);
    return square_sets[0 * PAIR_STEP + (indices & 0xffff)] &
           square_sets[1 * PAIR_STEP + (indices >> 16 & 0xffff)] &
           square_sets[2 * PAIR_STEP + (indices >> 32)];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return file_attacks(square, occupied) | rank_attacks(square, occupied);
}

/* A pair's superset is the intersection of its ranks' supersets: far fewer rays to walk. */
static inline void init_bishop(unsigned square, unsigned pair)
{
    bitboard lower[64], upper[64];
    for (unsigned inner = 0; inner < 64; inner++) {
        lower[inner] = reference_bishop_attacks(square, (bitboard)inner << (16 * pair + 9));
        upper[inner] = reference_bishop_attacks(square, (bitboard)inner << (16 * pair + 17));
    }
    for (unsigned index = 0; index < 4096; index++)
        bishop_supersets[PAIR_STEP * pair + 4096 * square + index] =
            lower[index & 63] & upper[index >> 6];
}

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        for (unsigned pair = 0; pair < 3; pair++)
            init_bishop(square, pair);
        bitboard file = (bitboard)FILE_A << file_of(square) & ~(RANK_1 | RANK_8), subset = 0;
        do
            file_table[square][file_index(square, subset)] =
                reference_line_attacks(FILE_LINE, square, subset);
        while ((subset = next_subset(subset, file)));
    }
}

#include "kernels.h"

#define ROOK_BYTES (sizeof file_table + sizeof first_rank)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "SISSY bishop by wide pairs of ranks; rook file by six-bit index | rank lookup",
    .author = "Michael Sherwin, Martin Sedlak",
    .year = "2021",
    .source = "https://www.chessprogramming.org/SISSY_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE | WIDE_INDEX,
    .table_bytes = BYTES(ROOK_BYTES, sizeof bishop_supersets, ROOK_BYTES + sizeof bishop_supersets),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(bishop_supersets), TABLE(file_table)},
};
