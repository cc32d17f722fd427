/* SPDX-License-Identifier: MIT
 * Classical rays, cut off at the farthest blocker. */
#include "rays.h"

static bitboard rays[DIRECTIONS][64];

static void init(void)
{
    for (enum direction direction = 0; direction < DIRECTIONS; direction++)
        for (unsigned square = 0; square < 64; square++)
            rays[direction][square] = ray_mask(direction, square);
}

static inline bitboard forward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][square], blockers = attacks & occupied;
    return blockers ? attacks ^ rays[direction][63 - __builtin_clzll(blockers)] : attacks;
}

static inline bitboard backward(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard attacks = rays[direction][square], blockers = attacks & occupied;
    return blockers ? attacks ^ rays[direction][__builtin_ctzll(blockers)] : attacks;
}

#include "ray_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A scan from the wrong end", .init = init};
