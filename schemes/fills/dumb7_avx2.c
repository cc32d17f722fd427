/* SPDX-License-Identifier: MIT
 * Dumb7Fill (see dumb7.c), four directions in one register: AVX2 shifts each lane by its own count.
 * Gerd Isenberg, in the 2010s, https://www.chessprogramming.org/AVX2#Dumb7Fill; likewise Daniel
 * Infuehr, 2022, https://github.com/Gigantua/Chess_Movegen (AVXShift.hpp).
 * Cost of a queen: 36 vector operations to flood, 12 for the rest. Tables: vector constants only.
 * Set-wise, branchless, multiply-free. */
#include "scheme.h"

#if defined(__AVX2__) && defined(__GNUC__)
#include "fills_avx2.h"

static inline struct flooded spread(struct flooded so_far, lanes empty)
{
    struct flooded all = {so_far.up | (so_far.up << STEPS & empty),
                          so_far.attacked_down | (so_far.attacked_down & empty) >> STEPS};
    return all;
}

static inline struct flooded floods(struct flooded all, lanes empty)
{
    all = spread(all, empty);
    all = spread(all, empty);
    all = spread(all, empty);
    all = spread(all, empty);
    all = spread(all, empty);
    return spread(all, empty);
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Dumb7Fill, four directions in one ymm",
    .author = "Gerd Isenberg",
    .year = "2010s",
    .source = "https://www.chessprogramming.org/AVX2#Dumb7Fill",
    .needs = "avx2",
    .table_bytes = BYTES(128, 128, 128),
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE | SIMD,
};
