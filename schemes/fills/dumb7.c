/* SPDX-License-Identifier: MIT
 * Dumb7Fill: seven single steps over empty squares in each of eight directions, without a test.
 * Folklore; named in the Computer Chess Club. https://www.chessprogramming.org/Dumb7Fill
 * Six steps and a last one suffice, since a flood need not enter the edge. Steps take the whole
 * flood and not only its newest squares: a longer dependency chain, but half the registers.
 * Cost: 19 operations per direction. No tables. Set-wise, branchless, multiply-free. */
#include "fills.h"

static inline struct flooded spread(struct flooded so_far, bitboard empty, unsigned step)
{
    struct flooded all = {so_far.up | (so_far.up << step & empty),
                          so_far.down | (so_far.down >> step & empty)};
    return all;
}

/* Written out, as some compilers do not unroll the loop at some levels. */
static inline struct flooded flood(bitboard sliders, bitboard empty, unsigned step)
{
    struct flooded all = {sliders, sliders};
    all = spread(all, empty, step);
    all = spread(all, empty, step);
    all = spread(all, empty, step);
    all = spread(all, empty, step);
    all = spread(all, empty, step);
    return spread(all, empty, step);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Dumb7Fill",
    .author = "folklore",
    .year = "2000s",
    .source = "https://www.chessprogramming.org/Dumb7Fill",
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE,
};
