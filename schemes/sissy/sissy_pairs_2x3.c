/* SPDX-License-Identifier: MIT
 * SISSY (see sissy.c) with half the bishop's lookups and a third of the file's. A bishop stays on
 * squares of one colour, so that its lines cross different files on ranks an odd distance apart.
 * Masked, ranks 2 and 3 overlay without conflict and make one index of six bits, and so do 4 and 5,
 * 6 and 7. The rook's file is cut in two, three bits for ranks 2 to 4 and three for 5 to 7; its
 * rank comes from the first-rank table.
 *
 * Michael Sherwin, 2020: https://www.chessprogramming.org/SISSY_Bitboards. The page's first edition
 * (February 2020) pairs consecutive ranks; Sherwin's code in
 * https://github.com/Gigantua/Chess_Movegen overlays ranks 2 and 5, 3 and 6, 4 and 7.
 *
 * Cost: bishop 4 loads, 2 ands and the mask's, 96 KiB + 512 bytes. Rook 3 loads, 8 KiB + 512
 * bytes. Branchless, multiply-free. */
#include "first_rank.h"

/* [pair][square][files b to g] and [half][square][three ranks]; flat as in sissy.c. */
enum { PAIR_STEP = 64 * 64, HALF_STEP = 64 * 8 };
static ALIGNED(64) bitboard bishop_supersets[3 * PAIR_STEP];
static ALIGNED(64) bitboard file_supersets[2 * HALF_STEP];
static ALIGNED(64) bitboard bishop_mask[64];

static inline void init_bishop(unsigned square)
{
    bishop_mask[square] = bishop_relevant(square);
    for (unsigned pair = 0; pair < 3; pair++)
        for (unsigned inner = 0; inner < 64; inner++) {
            bitboard on_both = (bitboard)(inner | inner << 8) << (16 * pair + 9);
            bishop_supersets[PAIR_STEP * pair + 64 * square + inner] =
                reference_bishop_attacks(square, on_both & bishop_mask[square]);
        }
}

static inline void init_file(unsigned square)
{
    for (unsigned half = 0; half < 2; half++)
        for (unsigned ranks = 0; ranks < 8; ranks++) {
            bitboard on_file_a = (ranks & 1) | (ranks & 2) << 7 | (ranks & 4) << 14;
            file_supersets[HALF_STEP * half + 8 * square + ranks] = reference_line_attacks(
                FILE_LINE, square, on_file_a << (24 * half + 8 + file_of(square)));
        }
}

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        init_bishop(square);
        init_file(square);
    }
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = bishop_supersets + 64 * (size_t)square;
    occupied &= bishop_mask[square];
    occupied |= occupied >> 8;
    return square_sets[0 * PAIR_STEP + (occupied >> 9 & 63)] &
           square_sets[1 * PAIR_STEP + (occupied >> 25 & 63)] &
           square_sets[2 * PAIR_STEP + (occupied >> 41 & 63)];
}

/* Ranks 2, 3, 4 and 5, 6, 7 move to bits 8, 9, 10 and 32, 33, 34: both halves in the same steps. */
static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = file_supersets + 8 * (size_t)square;
    occupied = occupied >> file_of(square) & FILE_A;
    occupied |= occupied >> 7 | occupied >> 14;
    return square_sets[0 * HALF_STEP + (occupied >> 8 & 7)] &
           square_sets[1 * HALF_STEP + (occupied >> 32 & 7)];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return file_attacks(square, occupied) | rank_attacks(square, occupied);
}

#include "kernels.h"

#define ROOK_BYTES   (sizeof file_supersets + sizeof first_rank)
#define BISHOP_BYTES (sizeof bishop_supersets + sizeof bishop_mask)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "SISSY bishop by masked pairs of ranks; rook SISSY file 2x3 | rank lookup",
    .author = "Michael Sherwin",
    .year = "2020",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=73083",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(bishop_supersets), TABLE(file_supersets),
               TABLE(bishop_mask)},
};
