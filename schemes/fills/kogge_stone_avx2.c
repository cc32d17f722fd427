/* SPDX-License-Identifier: MIT
 * Kogge-Stone occluded fill (see kogge_stone.c), four directions in one register (see
 * dumb7_avx2.c).
 *
 * With JOINT: all sliders of a side at once, orthogonal ones in the low lanes and diagonal ones in
 * the high lanes (see kogge_stone_avx512.c). Two registers are flooded side by side, to higher and
 * to lower squares. Reckless has a register for each set, so that a shift to both sides takes three
 * operations per step in place of two.
 * Ideas are free, code is ours: Reckless is under AGPL-3; this follows its pull request 688.
 * Downwards a flood crosses each run of empty squares after the step out of it, so that the upward
 * runs serve both directions: slidebench, 2026.
 *
 * Cost of a queen or a side: 22 vector operations to flood, 12 for the rest. Tables: vector
 * constants only.
 * Set-wise, branchless, multiply-free. */
#include "scheme.h"

#if defined(__AVX2__) && defined(__GNUC__)
#include "fills_avx2.h"

static inline struct flooded floods(struct flooded first, lanes empty)
{
    lanes up = first.up, down = first.attacked_down;
    lanes two = empty & empty << STEPS; /* with the square below */
    lanes four = two & two << 2 * STEPS;
    up |= up << STEPS & empty;
    down |= (down & empty) >> STEPS;
    up |= up << 2 * STEPS & two;
    down |= (down & two) >> 2 * STEPS;
    up |= up << 4 * STEPS & four;
    down |= (down & four) >> 4 * STEPS;
    struct flooded all = {up, down};
    return all;
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef JOINT
    .title = "Joint Kogge-Stone fill of a side in two ymm",
    .author = "Steffan Westcott; 87flowers",
    .year = "2002; 2026",
    .source = "https://github.com/codedeliveryservice/Reckless/pull/914",
#else
    .title = "Kogge-Stone fill, four directions in one ymm",
    .author = "Steffan Westcott; Gerd Isenberg",
    .year = "2002; 2010s",
    .source = "https://www.chessprogramming.org/AVX2#IndividualShifts",
#endif
    .needs = "avx2",
    .table_bytes = BYTES(224, 224, 224),
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE | SIMD,
};
