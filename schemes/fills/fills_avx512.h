/* SPDX-License-Identifier: MIT
 * Eight directions at once, one to a lane of a zmm register: what the AVX-512 fills share. A fill
 * includes this and then defines rays_attacks().
 *
 * A rotate goes either way, so a direction is its count of bits to the left. Rook directions are
 * in the low half and bishop directions in the high half: one computation answers for a rook, a
 * bishop, a queen or both. */
#include "board.h"

#include <immintrin.h>

/* North, south, east, west; north-east, south-west, north-west, south-east. */
#define STEPS _mm512_setr_epi64(8, -8, 1, -1, 9, -9, 7, -7)

/* Where a step may arrive: the squares that a rotate wraps to are left out. */
#define ARRIVALS                                                                                   \
    _mm512_setr_epi64(~(long long)RANK_1, ~(long long)RANK_8, ~(long long)FILE_A,                  \
                      ~(long long)FILE_H, ~(long long)(RANK_1 | FILE_A),                           \
                      ~(long long)(RANK_8 | FILE_H), ~(long long)(RANK_1 | FILE_H),                \
                      ~(long long)(RANK_8 | FILE_A))

/* The squares that sliders attack, by direction. */
static inline __m512i rays_attacks(__m512i sliders, __m512i empty);

static inline __m512i attacks_of(bitboard sliders, bitboard occupied)
{
    return rays_attacks(_mm512_set1_epi64((long long)sliders),
                        _mm512_set1_epi64((long long)~occupied));
}

static inline bitboard united(__m256i four)
{
    __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline bitboard rooks_attacks(bitboard rooks, bitboard occupied)
{
    return united(_mm512_castsi512_si256(attacks_of(rooks, occupied)));
}
#define rooks_attacks rooks_attacks

static inline bitboard bishops_attacks(bitboard bishops, bitboard occupied)
{
    return united(_mm512_extracti64x4_epi64(attacks_of(bishops, occupied), 1));
}
#define bishops_attacks bishops_attacks

static inline bitboard queens_attacks(bitboard queens, bitboard occupied)
{
    __m512i rays = attacks_of(queens, occupied);
    return united(
        _mm256_or_si256(_mm512_castsi512_si256(rays), _mm512_extracti64x4_epi64(rays, 1)));
}
#define queens_attacks queens_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m512i rays = attacks_of(square_bit(square), occupied);
    return (struct both){united(_mm512_castsi512_si256(rays)),
                         united(_mm512_extracti64x4_epi64(rays, 1))};
}
#define both_attacks both_attacks

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rooks_attacks(square_bit(square), occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishops_attacks(square_bit(square), occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return queens_attacks(square_bit(square), occupied);
}
#define queen_attacks queen_attacks
