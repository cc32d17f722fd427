/* SPDX-License-Identifier: MIT
 * Eight directions at once, one per lane of a zmm register. An AVX-512 fill includes this and then
 * defines rays_attacks().
 *
 * A rotate goes either left or right, so that a direction is a count of bits to the left. Rook
 * directions are in the low half and bishop directions in the high half: one computation serves
 * a rook, a bishop, a queen or both. */
#include "board.h"

#include <immintrin.h>

/* North, south, east, west; north-east, south-west, north-west, south-east. */
#define STEPS _mm512_setr_epi64(8, -8, 1, -1, 9, -9, 7, -7)

/* Squares where a step may arrive: those to which a rotate wraps are left out. */
#define ARRIVALS                                                                                   \
    _mm512_setr_epi64(~(long long)RANK_1, ~(long long)RANK_8, ~(long long)FILE_A,                  \
                      ~(long long)FILE_H, ~(long long)(RANK_1 | FILE_A),                           \
                      ~(long long)(RANK_8 | FILE_H), ~(long long)(RANK_1 | FILE_H),                \
                      ~(long long)(RANK_8 | FILE_A))

/* Returns the squares that the sliders attack, by direction. */
static inline __m512i rays_attacks(__m512i sliders, __m512i empty);

typedef __m512i whole;
typedef __m256i half;

static inline whole attacks_of(bitboard sliders, bitboard occupied)
{
    return rays_attacks(_mm512_set1_epi64((long long)sliders),
                        _mm512_set1_epi64((long long)~occupied));
}

static inline half rook_half(whole lines)
{
    return _mm512_castsi512_si256(lines);
}

static inline half bishop_half(whole lines)
{
    return _mm512_extracti64x4_epi64(lines, 1);
}

static inline half joined_halves(whole lines)
{
    return _mm256_or_si256(rook_half(lines), bishop_half(lines));
}

static inline bitboard united(half four)
{
    __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

#include "fills_vector.h"
