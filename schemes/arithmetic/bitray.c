/* SPDX-License-Identifier: MIT
 * Bitray: x ^ (x - 1) on the occupied squares of a ray yields all squares up to the nearest of
 * them. On the board rotated by 180 degrees the expression serves the downward rays. The sets of
 * the rotated board are united, so that one bit reversal rotates all of them back. Daniel Infuehr
 * for CUDA, 2023 (cu_Bitray.h in https://github.com/Gigantua/Chess_Movegen_GPU).
 *
 * Without GENETIC_8_RAY: ranks are looked up. Cost: queen 7 loads, 2 bit reversals; 4 KiB of rays,
 * one cache line a square, + 512 B.
 *
 * With GENETIC_8_RAY: Infuehr's previous form of 2022 (Genetic8Ray.hpp in
 * https://github.com/Gigantua/Chess_Movegen), eight rays without a rank table, and (x - 1) << 1 in
 * place of the exclusive or. The shift closes the gap that x - 1 leaves on the blocker. The shift
 * also moves a bit beyond the blocker, which is off the ray, except along ranks.
 * Ideas are free, code is ours: Genetic8Ray.hpp forbids copies; this follows its expression.
 * Cost: queen 8 loads, 2 bit reversals; 4 KiB.
 *
 * Branchless, multiply-free. */
#include "arithmetic.h"

/* Upward rays, and downward rays as they are on the rotated board. */
static ALIGNED(64) struct rays {
    bitboard up[LINES], down[LINES];
} rays[64];

#ifndef GENETIC_8_RAY
#include "first_rank.h"
#endif

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            bitboard below = square_bit(square) - 1;
            rays[square].up[line] = line_mask(line, square) & ~below;
            rays[square].down[line] = reversed(line_mask(line, square) & below);
        }
#ifndef GENETIC_8_RAY
    init_first_rank();
#endif
}

static inline bitboard along(enum line line, const bitboard mask[LINES], bitboard occupied)
{
    bitboard x = occupied & mask[line];
#ifdef GENETIC_8_RAY
    return (line == RANK_LINE ? x ^ (x - 1) : (x - 1) << 1) & mask[line];
#else
    return (x ^ (x - 1)) & mask[line];
#endif
}

static inline bitboard rook_rays(const bitboard mask[LINES], bitboard occupied)
{
#ifdef GENETIC_8_RAY
    return along(RANK_LINE, mask, occupied) | along(FILE_LINE, mask, occupied);
#else
    return along(FILE_LINE, mask, occupied);
#endif
}

static inline bitboard bishop_rays(const bitboard mask[LINES], bitboard occupied)
{
    return along(DIAGONAL, mask, occupied) | along(ANTIDIAGONAL, mask, occupied);
}

static inline bitboard rank_part(unsigned square, bitboard occupied)
{
#ifdef GENETIC_8_RAY
    (void)square, (void)occupied;
    return 0;
#else
    return rank_attacks_by_index(square, occupied);
#endif
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rook_rays(rays[square].up, occupied) | rank_part(square, occupied) |
           reversed(rook_rays(rays[square].down, reversed(occupied)));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishop_rays(rays[square].up, occupied) |
           reversed(bishop_rays(rays[square].down, reversed(occupied)));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    const bitboard *up = rays[square].up, *down = rays[square].down;
    bitboard turned = reversed(occupied);
    return rook_rays(up, occupied) | bishop_rays(up, occupied) | rank_part(square, occupied) |
           reversed(rook_rays(down, turned) | bishop_rays(down, turned));
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef GENETIC_8_RAY
    .title = "Genetic 8 ray, " BIT_REVERSAL,
    .year = "2022",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .table_bytes = BYTES(sizeof rays / 2, sizeof rays / 2, sizeof rays),
    .tables = {TABLE(rays)},
#else
    .title = "Bitray, " BIT_REVERSAL,
    .year = "2023",
    .source = "https://github.com/Gigantua/Chess_Movegen_GPU",
    .table_bytes = BYTES(sizeof rays / 4 + sizeof first_rank, sizeof rays / 2,
                         sizeof rays * 3 / 4 + sizeof first_rank),
    .tables = {TABLE(rays), TABLE(first_rank)},
#endif
    .author = "Daniel Infuehr",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .init = init,
};
