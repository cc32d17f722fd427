/* SPDX-License-Identifier: MIT
 * The classical approach: removes from each ray on the empty board the squares beyond its first
 * blocker, which are the same ray from the blocker's square. A bit scan finds the blocker, forward
 * or backward. Probably first in Chess 4.x and Kaissa;
 * https://www.chessprogramming.org/Classical_Approach
 *
 * With BRANCHY: as published, a ray without blocker needs a test.
 *
 * Without BRANCHY: h8 or a1 is added to the blockers, so that the scan of a ray without blocker
 * finds a square. No ray runs beyond these squares, so they remove nothing. Branchless.
 *
 * Cost of a rook or bishop: 8 loads, 4 scans. 4 KiB, half for each piece. Multiply-free. */
#include "rays.h"

/* By ray_slot(). */
static ALIGNED(64) bitboard rays[DIRECTIONS][PADDED_SQUARES];

static inline void init(void)
{
    for (enum direction direction = 0; direction < DIRECTIONS; direction++)
        for (unsigned square = 0; square < 64; square++)
            rays[direction][ray_slot(direction, square)] = ray_mask(direction, square);
}

#ifdef BRANCHY
#define TITLE  "Classical: ray tables and bit scan, branchy"
#define TRAITS MULTIPLY_FREE

static inline bitboard forward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][square], blockers = attacks & occupied;
    if (blockers)
        attacks ^= rays[direction][trailing_zeros(blockers)];
    return attacks;
}

static inline bitboard backward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][63 - square], blockers = attacks & occupied;
    if (blockers)
        attacks ^= rays[direction][leading_zeros(blockers)];
    return attacks;
}
#else
#define TITLE  "Classical: ray tables and bit scan, branchless"
#define TRAITS (BRANCHLESS | MULTIPLY_FREE)

static inline bitboard forward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][square];
    return attacks ^ rays[direction][trailing_zeros((attacks & occupied) | BIT_H8)];
}

static inline bitboard backward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][63 - square];
    return attacks ^ rays[direction][leading_zeros((attacks & occupied) | BIT_A1)];
}
#endif

#include "ray_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = TITLE,
    .author = "folklore (Chess 4.x, Kaissa)",
    .year = "1970s",
    .source = "https://www.chessprogramming.org/Classical_Approach",
    .traits = TRAITS,
    .table_bytes = BYTES(sizeof rays / 2, sizeof rays / 2, sizeof rays),
    .init = init,
    .tables = {TABLE(rays)},
};
