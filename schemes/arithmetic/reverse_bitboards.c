/* SPDX-License-Identifier: MIT
 * Reverse bitboards: x ^ (x - 2), with the slider's square shifted to bit 0, yields all squares up
 * to and including the next piece above it. A second occupancy is kept, rotated by 180 degrees, on
 * which the downward rays run upward. Ryan Mack, Hyperbola Project, 2000;
 * https://www.chessprogramming.org/Reverse_Bitboards, which also has Sander de Zoete's thread, CCC,
 * 13 January 2003.
 *
 * Here x has only the squares of a ray, so that no shift is needed, and x - 1 borrows from the same
 * bit. Mack left the sets of the second board reversed and mapped their squares when he extracted
 * them. Here a result is one set, so that a lookup ends with a bit reversal: one on AArch64,
 * elsewhere a byte swap and 15 operations. Cost of a rook or bishop: 4 loads, 4 subtractions, a
 * reversal. 2 KiB, half for each piece; a queen reverses once. Branchless, multiply-free,
 * incremental. */
#include "rays.h"

typedef struct view {
    bitboard occupied, reversed;
} view;
#define view view

static ALIGNED(64) bitboard rays[64][FORWARD_DIRECTIONS];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum direction direction = 0; direction < FORWARD_DIRECTIONS; direction++)
            rays[square][direction] = ray_mask(direction, square);
}

static inline bitboard reverse(bitboard b)
{
#if defined(__aarch64__)
    bitboard reversed;
    __asm__("rbit %0, %1" : "=r"(reversed) : "r"(b));
    return reversed;
#else
    b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
    b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
    b = (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
    return swap_bytes(b);
#endif
}

static inline void set_view(view *v, bitboard occupied)
{
    view boards = {occupied, reverse(occupied)};
    *v = boards;
}

static inline void toggle(view *v, unsigned square)
{
    v->occupied ^= BIT_A1 << square;
    v->reversed ^= BIT_H8 >> square;
}

static inline bitboard ray_attacks(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard blockers = rays[square][direction] & occupied;
    return rays[square][direction] & (blockers ^ (blockers - 1));
}

static inline bitboard rook_ahead(unsigned square, bitboard occupied)
{
    return ray_attacks(EAST, square, occupied) | ray_attacks(NORTH, square, occupied);
}

static inline bitboard bishop_ahead(unsigned square, bitboard occupied)
{
    return ray_attacks(NORTH_EAST, square, occupied) | ray_attacks(NORTH_WEST, square, occupied);
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return rook_ahead(square, v->occupied) | reverse(rook_ahead(63 - square, v->reversed));
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return bishop_ahead(square, v->occupied) | reverse(bishop_ahead(63 - square, v->reversed));
}

static inline bitboard queen_attacks(unsigned square, const view *v)
{
    unsigned other = 63 - square;
    return rook_ahead(square, v->occupied) | bishop_ahead(square, v->occupied) |
           reverse(rook_ahead(other, v->reversed) | bishop_ahead(other, v->reversed));
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Reverse bitboards",
    .author = "Ryan Mack",
    .year = "2000",
    .source = "https://www.chessprogramming.org/Reverse_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes = BYTES(sizeof rays / 2, sizeof rays / 2, sizeof rays),
    .init = init,
    .tables = {TABLE(rays)},
};
