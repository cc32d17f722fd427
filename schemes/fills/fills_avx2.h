/* SPDX-License-Identifier: MIT
 * Four directions at once, one per lane of a ymm register. An AVX2 fill includes this and then
 * defines floods().
 *
 * Rook lines are in the low half and bishop lines in the high half: `both` costs as
 * much as a queen, and a rook or a bishop alone hardly less. The floods stay off the outer files
 * as in fills.h. */
#include "board.h"

#include <immintrin.h>

typedef __attribute__((vector_size(32))) bitboard lanes;

static inline lanes lanes_of(bitboard file, bitboard rank, bitboard diagonal, bitboard antidiagonal)
{
    lanes four = {file, rank, diagonal, antidiagonal};
    return four;
}

#define STEPS       lanes_of(8, 1, 9, 7)
#define INNER_FILES (~(FILE_A | FILE_H))

/* up: the sliders, and the empty squares that they reach upwards. attacked_down, one step further:
 * the squares that they attack downwards. So both can use the same runs of empty squares. */
struct flooded {
    lanes up, attacked_down;
};

static inline struct flooded floods(struct flooded first, lanes empty);

typedef __m256i whole;
typedef __m128i half;

static inline lanes slider_lanes(bitboard orthogonal, bitboard diagonal)
{
    lanes sliders = lanes_of(orthogonal, orthogonal, orthogonal, orthogonal);
#ifdef JOINT
    whole bishops_and_queens = _mm256_set1_epi64x((long long)diagonal);
    sliders = (lanes)_mm256_blend_epi32((whole)sliders, bishops_and_queens, 0xf0);
#else
    (void)diagonal;
#endif
    return sliders;
}

/* Attacks along file, rank, diagonal and antidiagonal. */
static inline whole attacks_of(bitboard orthogonal, bitboard diagonal, bitboard occupied)
{
    lanes empty = ~lanes_of(occupied, occupied, occupied, occupied) &
                  lanes_of(~(bitboard)0, INNER_FILES, INNER_FILES, INNER_FILES);
    lanes sliders = slider_lanes(orthogonal, diagonal);
    lanes below = sliders >> STEPS & lanes_of(~(bitboard)0, ~FILE_H, ~FILE_H, ~FILE_A);
    struct flooded first = {sliders, below}, all = floods(first, empty);
    lanes attacked_up = all.up << STEPS & lanes_of(~(bitboard)0, ~FILE_A, ~FILE_A, ~FILE_H);
    return (whole)(attacked_up | all.attacked_down);
}

static inline half rook_half(whole lines)
{
    return _mm256_castsi256_si128(lines);
}

static inline half bishop_half(whole lines)
{
    return _mm256_extracti128_si256(lines, 1);
}

static inline half joined_halves(whole lines)
{
    return _mm_or_si128(rook_half(lines), bishop_half(lines));
}

static inline bitboard united(half two)
{
    half one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    return (bitboard)one[0]; /* _mm_cvtsi128_si64() is missing where words have 32 bits */
}

#include "fills_vector.h"
