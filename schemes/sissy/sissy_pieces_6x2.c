/* SPDX-License-Identifier: MIT
 * SISSY (see sissy.c) piece by piece. Bishop: six supersets by files b to g of ranks 2 to 7, as a
 * bishop's ray ends on the edge, occupied or not. Rook: on the file six supersets of two entries
 * each, one for every rank 2 to 7, blocked or free; on the rank the first-rank table.
 *
 * Michael Sherwin, 2020: https://www.chessprogramming.org/SISSY_Bitboards
 *
 * Cost: bishop 6 independent loads, 5 ands, 192 KiB. Rook 7 loads, 5 ands and an or, 6 KiB + 512
 * bytes. Branchless, multiply-free. */
#include "first_rank.h"
#include "six_ranks.h"

/* [rank - 1][square][files b to g] and [rank - 1][square][free or blocked]; flat as in sissy.c. */
enum { BISHOP_STEP = 64 * 64, FILE_STEP = 64 * 2 };
static ALIGNED(64) bitboard bishop_supersets[6 * BISHOP_STEP];
static ALIGNED(64) bitboard file_supersets[6 * FILE_STEP];

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++)
        for (unsigned rank = 1; rank < 7; rank++) {
            bitboard *bishop = bishop_supersets + BISHOP_STEP * (rank - 1) + 64 * square;
            for (unsigned inner = 0; inner < 64; inner++)
                bishop[inner] = reference_bishop_attacks(square, (bitboard)inner << (8 * rank + 1));
            bitboard *file = file_supersets + FILE_STEP * (rank - 1) + 2 * square;
            for (unsigned blocked = 0; blocked < 2; blocked++)
                file[blocked] = reference_line_attacks(
                    FILE_LINE, square, (bitboard)blocked << (8 * rank + file_of(square)));
        }
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = bishop_supersets + 64 * (size_t)square;
    return SIX_RANKS(square_sets, BISHOP_STEP, occupied, 9, 63);
}

static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = file_supersets + 2 * (size_t)square;
    occupied >>= file_of(square);
    return SIX_RANKS(square_sets, FILE_STEP, occupied, 8, 1);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return file_attacks(square, occupied) | rank_attacks(square, occupied);
}

#include "kernels.h"

#define ROOK_BYTES (sizeof file_supersets + sizeof first_rank)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "SISSY bishop; rook SISSY file 6x2 | rank lookup",
    .author = "Michael Sherwin",
    .year = "2020",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=73083",
    .traits = BRANCHLESS | MULTIPLY_FREE | WIDE_INDEX,
    .table_bytes = BYTES(ROOK_BYTES, sizeof bishop_supersets, ROOK_BYTES + sizeof bishop_supersets),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(bishop_supersets), TABLE(file_supersets)},
};
