/* SPDX-License-Identifier: MIT
 * Kogge-Stone occluded fill (see kogge_stone.c), eight directions in one register, in the lanes of
 * fill_avx512.c; always three doublings, without a test.
 * Ideas are free, code is ours: hoover is under GPL-3; this follows fill_avx512.c.
 *
 * With JOINT: all sliders of a side at once, orthogonal ones in the low lanes and diagonal ones in
 * the high lanes. The result is the squares that the side attacks, which engines need after each
 * move. 87flowers in Reckless, January 2026,
 * https://github.com/codedeliveryservice/Reckless/pull/688
 * (since pull requests 909 and 914 Reckless has a fill for each kind of piece, as its scores need
 * the sets apart); with two results, one for rooks and one for bishops: Jonathan Hallstroem in
 * pawnocchio, March 2026,
 * https://github.com/JonathanHallstrom/pawnocchio/pull/50
 * After the idea only: Reckless is under AGPL-3, pawnocchio under GPL-3; their code was read, none
 * of it taken.
 *
 * With GFNI_UNION: the lanes are united as in Reckless, by a transposition of 8 x 8 bits per rank:
 * 4 operations.
 *
 * Without GFNI_UNION: the lanes are united by 6 operations.
 *
 * Cost: 6 rotates, 7 logic operations, the union of the lanes, 1 to join. Tables: vector
 * constants only.
 * Set-wise, branchless, multiply-free. */
#include "scheme.h"

#if defined(__AVX512F__) && defined(__GNUC__)
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
#ifdef JOINT
#ifdef GFNI_UNION
    .title = "Joint Kogge-Stone fill of a side in one zmm, lanes united by GFNI",
    .needs = "avx512bw avx512vbmi gfni",
    .table_bytes = BYTES(384, 384, 384),
#else
    .title = "Joint Kogge-Stone fill of a side in one zmm",
    .needs = "avx512f",
    .table_bytes = BYTES(256, 256, 256),
#endif
    .author = "Steffan Westcott; 87flowers",
    .year = "2002; 2026",
    .source = "https://github.com/codedeliveryservice/Reckless/pull/688",
#else
    .title = "Kogge-Stone fill, eight directions in one zmm",
    .author = "Steffan Westcott; Sami Kiminki",
    .year = "2002; 2025",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .needs = "avx512f",
    .table_bytes = BYTES(256, 256, 256),
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE | SETWISE | SIMD,
};
