/* SPDX-License-Identifier: MIT
 * Eight directions at once, one per lane of a zmm register. An AVX-512 fill includes this and then
 * defines rays_attacks().
 *
 * A rotate to the left by a negative count is a rotate to the right, so that one instruction serves
 * all directions. Rook directions are in the low half and bishop directions in the high half: one
 * computation serves a rook, a bishop, a queen or both. */
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

enum { ROOK_LANES = 0x0f, BISHOP_LANES = ~ROOK_LANES };

static inline whole slider_lanes(bitboard orthogonal, bitboard diagonal)
{
    whole sliders = _mm512_set1_epi64((long long)orthogonal);
#ifdef JOINT
    sliders = _mm512_mask_set1_epi64(sliders, (__mmask8)BISHOP_LANES, (long long)diagonal);
#else
    (void)diagonal;
#endif
    return sliders;
}

static inline whole attacks_of(bitboard orthogonal, bitboard diagonal, bitboard occupied)
{
    return rays_attacks(slider_lanes(orthogonal, diagonal),
                        _mm512_set1_epi64((long long)~occupied));
}

#ifdef GFNI_UNION
typedef struct lane_set {
    whole lines;
    char lanes; /* a bit for each lane to unite */
} half;

static inline half rook_half(whole lines)
{
    struct lane_set set = {lines, ROOK_LANES};
    return set;
}

static inline half bishop_half(whole lines)
{
    struct lane_set set = {lines, BISHOP_LANES};
    return set;
}

static inline half joined_halves(whole lines)
{
    struct lane_set set = {lines, ROOK_LANES | BISHOP_LANES};
    return set;
}

/* The numbers of the bytes that hold one rank, from lane 7 down to lane 0. */
#define OF_RANK(rank) (0x0008101820283038 + 0x0101010101010101 * (rank))
#define BY_RANK                                                                                    \
    _mm512_setr_epi64(OF_RANK(0), OF_RANK(1), OF_RANK(2), OF_RANK(3), OF_RANK(4), OF_RANK(5),      \
                      OF_RANK(6), OF_RANK(7))

/* Moves the bytes of each rank together, which makes a matrix of 8 lanes by 8 files. The products
 * of this matrix with unit vectors are its columns: a byte per square, with a bit per lane. */
static inline bitboard united(half set)
{
    whole ranks = _mm512_permutexvar_epi8(BY_RANK, set.lines);
    whole unit_vectors = _mm512_set1_epi64((long long)0x8040201008040201);
    whole squares = _mm512_gf2p8affine_epi64_epi8(unit_vectors, ranks, 0);
    return _mm512_test_epi8_mask(squares, _mm512_set1_epi8(set.lanes));
}
#else
typedef __m256i half;

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
    __m128i one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    return (bitboard)one[0]; /* _mm_cvtsi128_si64() is missing where words have 32 bits */
}
#endif

#include "fills_vector.h"
