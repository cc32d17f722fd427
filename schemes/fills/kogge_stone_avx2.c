/* SPDX-License-Identifier: MIT
 * Kogge-Stone occluded fill (see kogge_stone.c), four directions in one register (see
 * dumb7_avx2.c).
 * Cost of a queen: 24 vector operations to flood, 12 to finish. Tables: vector constants only.
 * Set-wise, branchless, multiply-free. */
#include "scheme.h"

#ifdef __AVX2__
#include "fills_avx2.h"

static inline struct flooded floods(lanes sliders, lanes empty)
{
    lanes up = sliders, down = sliders;
    lanes two = empty & empty << STEPS;
    lanes four = two & two << 2 * STEPS;
    up |= up << STEPS & empty;
    down |= down >> STEPS & empty;
    up |= up << 2 * STEPS & two;
    down |= down >> 2 * STEPS & two >> STEPS;
    up |= up << 4 * STEPS & four;
    down |= down >> 4 * STEPS & four >> 3 * STEPS;
    return (struct flooded){up, down};
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kogge-Stone fill, four directions in one ymm",
    .author = "Steffan Westcott; Gerd Isenberg",
    .year = "2002; 2010s",
    .source = "https://www.chessprogramming.org/AVX2#IndividualShifts",
    .needs = "avx2",
    .table_bytes = BYTES(224, 224, 224),
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE | SIMD,
};
