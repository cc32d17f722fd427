/* SPDX-License-Identifier: MIT
 * Eight-direction fill: all rays of all sliders advance together, one direction per lane of a zmm
 * register, one rotate per step, until no ray advances any more.
 * Sami Kiminki, 2025, https://github.com/skiminki/hoover-chess-utils
 * (bitboard-attacks-x86-avx512f.h).
 * Ideas are free, code is ours: hoover is under GPL-3; this follows its comments.
 * Cost: up to four double steps of 2 rotates and 6 logic operations, each with a jump that must
 * be predicted. Tables: vector constants only. Set-wise, branchy, multiply-free. */
#include "scheme.h"

#if defined(__AVX512F__) && defined(__GNUC__)
#include "fills_avx512.h"

static inline __m512i rays_attacks(__m512i sliders, __m512i empty)
{
    __m512i front = sliders, attacks = _mm512_setzero_si512(), moving;
    do {
        front = _mm512_and_si512(_mm512_rolv_epi64(front, STEPS), ARRIVALS);
        attacks = _mm512_or_si512(attacks, front);
        moving = _mm512_and_si512(front, empty);
        front = _mm512_and_si512(_mm512_rolv_epi64(moving, STEPS), ARRIVALS);
        attacks = _mm512_or_si512(attacks, front);
        front = _mm512_and_si512(front, empty);
    } while (_mm512_test_epi64_mask(front, front));
    return attacks;
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Eight-direction fill in one zmm",
    .author = "Sami Kiminki",
    .year = "2025",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .needs = "avx512f",
    .table_bytes = BYTES(128, 128, 128),
    .traits = MULTIPLY_FREE | SETWISE | SIMD,
};
