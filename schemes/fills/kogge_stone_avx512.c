/* SPDX-License-Identifier: MIT
 * Kogge-Stone occluded fill (see kogge_stone.c), eight directions in one register, in the lanes of
 * fill_avx512.c; always three doublings, without a test.
 * Ideas are free, code is ours: hoover is under GPL-3; this follows fill_avx512.c.
 * Cost: 6 rotates, 7 logic operations, 6 to unite the lanes. Tables: vector constants only.
 * Set-wise, branchless, multiply-free. */
#include "scheme.h"

#ifdef __AVX512F__
#include "fills_avx512.h"

static inline __m512i rays_attacks(__m512i sliders, __m512i empty)
{
    const __m512i one = STEPS, two = _mm512_slli_epi64(one, 1), four = _mm512_slli_epi64(one, 2);
    __m512i flood = sliders, run = _mm512_and_si512(empty, ARRIVALS);
    flood = _mm512_or_si512(flood, _mm512_and_si512(_mm512_rolv_epi64(flood, one), run));
    run = _mm512_and_si512(run, _mm512_rolv_epi64(run, one));
    flood = _mm512_or_si512(flood, _mm512_and_si512(_mm512_rolv_epi64(flood, two), run));
    run = _mm512_and_si512(run, _mm512_rolv_epi64(run, two));
    flood = _mm512_or_si512(flood, _mm512_and_si512(_mm512_rolv_epi64(flood, four), run));
    return _mm512_and_si512(_mm512_rolv_epi64(flood, one), ARRIVALS);
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kogge-Stone fill, eight directions in one zmm",
    .author = "Steffan Westcott; Sami Kiminki",
    .year = "2002; 2025",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .needs = "avx512f",
    .table_bytes = BYTES(256, 256, 256),
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE | SIMD,
};
