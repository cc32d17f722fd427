/* SPDX-License-Identifier: MIT
 * Kogge-Stone occluded fill: the flood grows by 1, 2 and 4 steps, over runs of empty squares whose
 * length doubles likewise. A parallel prefix, as in the adder of P. Kogge and H. Stone (1973).
 * Steffan Westcott, CCC, September 2002, https://www.stmintz.com/ccc/index.php?id=252289
 * https://www.chessprogramming.org/Kogge-Stone_Algorithm
 * A run of empty squares is the same from either end: one set of runs, shifted, serves a direction
 * and its opposite, which saves two operations per line.
 * Cost: 13 operations per direction. No tables. Set-wise, branchless, multiply-free. */
#include "fills.h"

static inline struct flooded flood(bitboard sliders, bitboard empty, unsigned step)
{
    bitboard up = sliders, down = sliders;
    bitboard two = empty & empty << step; /* far ends of runs of two empty squares */
    bitboard four = two & two << 2 * step;
    up |= up << step & empty;
    down |= down >> step & empty;
    up |= up << 2 * step & two;
    down |= down >> 2 * step & two >> step;
    up |= up << 4 * step & four;
    down |= down >> 4 * step & four >> 3 * step;
    struct flooded all = {up, down};
    return all;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kogge-Stone fill",
    .author = "Steffan Westcott",
    .year = "2002",
    .source = "https://www.chessprogramming.org/Kogge-Stone_Algorithm",
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE,
};
