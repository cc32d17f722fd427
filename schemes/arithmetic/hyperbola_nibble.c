/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence, all four lines alike: half of an SSE register holds the board, the other
 * half the board rotated by 180 degrees. Two pshufb reverse the bits of all bytes, by nibbles, a
 * third the order of bytes. So ranks need no table, and one reversal serves all lines of a piece.
 * Aleks Peshkov, Petrel, 2014, https://github.com/AleksPeshkov/petrel (src/Hyperbola.hpp).
 * Ideas are free, code is ours: Petrel has no licence; this follows its layout.
 *
 * Without DOUBLED_VIEW: each query doubles the board. Cost: queen 5 loads, 6 pshufb.
 *
 * With DOUBLED_VIEW: the doubled board is the view, made once a position. Cost: queen 5 loads, 3
 * pshufb.
 *
 * 4 KiB, one cache line per square, + 1 KiB. Branchless, multiply-free. */
#include "board.h"

#if defined(__SSSE3__) && defined(__x86_64__)
#include <tmmintrin.h>

/* A set, and that set rotated. */
union halves {
    bitboard half[2];
    __m128i whole;
};
static ALIGNED(64) union halves masks[64][LINES];
static ALIGNED(64) union halves slider[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (unsigned half = 0; half < 2; half++) {
            unsigned rotated = half ? 63 - square : square;
            slider[square].half[half] = square_bit(rotated);
            for (enum line line = RANK_LINE; line < LINES; line++)
                masks[square][line].half[half] = line_mask(line, rotated);
        }
}

/* Reverses all 128 bits, which also exchanges the halves. */
static inline __m128i reversed(__m128i b)
{
    const __m128i low_nibble = _mm_set1_epi8(15);
    const __m128i nibbles = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m128i bytes = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m128i low = _mm_and_si128(b, low_nibble);
    __m128i high = _mm_and_si128(_mm_srli_epi16(b, 4), low_nibble);
    low = _mm_shuffle_epi8(_mm_slli_epi16(nibbles, 4), low);
    return _mm_shuffle_epi8(_mm_or_si128(low, _mm_shuffle_epi8(nibbles, high)), bytes);
}

static inline __m128i doubled(bitboard occupied)
{
    __m128i b = _mm_cvtsi64_si128((long long)occupied);
    return _mm_xor_si128(b, reversed(b));
}

#ifdef DOUBLED_VIEW
typedef union halves view;
#define view view

static inline void set_view(view *v, bitboard occupied)
{
    v->whole = doubled(occupied);
}

static inline void toggle(view *v, unsigned square)
{
    v->whole = _mm_xor_si128(v->whole, slider[square].whole);
}

typedef const view *occupancy;
#define DOUBLED(occupied) ((occupied)->whole)
#else
typedef bitboard occupancy;
#define DOUBLED(occupied) doubled(occupied)
#endif

/* Returns a line's upward rays in both halves: in the high half the lower ray, rotated. */
static inline __m128i upwards(enum line line, unsigned square, __m128i o)
{
    __m128i mask = masks[square][line].whole;
    return _mm_and_si128(_mm_sub_epi64(_mm_and_si128(o, mask), slider[square].whole), mask);
}

static inline __m128i rook_upwards(unsigned square, __m128i o)
{
    return _mm_xor_si128(upwards(RANK_LINE, square, o), upwards(FILE_LINE, square, o));
}

static inline __m128i bishop_upwards(unsigned square, __m128i o)
{
    return _mm_xor_si128(upwards(DIAGONAL, square, o), upwards(ANTIDIAGONAL, square, o));
}

static inline bitboard low_half(__m128i b)
{
    return (bitboard)_mm_cvtsi128_si64(b);
}

static inline bitboard joined(__m128i up)
{
    return low_half(_mm_xor_si128(up, reversed(up)));
}

static inline bitboard rook_attacks(unsigned square, occupancy occupied)
{
    return joined(rook_upwards(square, DOUBLED(occupied)));
}

static inline bitboard bishop_attacks(unsigned square, occupancy occupied)
{
    return joined(bishop_upwards(square, DOUBLED(occupied)));
}

static inline bitboard queen_attacks(unsigned square, occupancy occupied)
{
    __m128i o = DOUBLED(occupied);
    return joined(_mm_xor_si128(rook_upwards(square, o), bishop_upwards(square, o)));
}
#define queen_attacks queen_attacks

/* One reversal serves both sets. */
static inline struct both both_attacks(unsigned square, occupancy occupied)
{
    __m128i o = DOUBLED(occupied);
    __m128i rook = rook_upwards(square, o), bishop = bishop_upwards(square, o);
    __m128i down = reversed(_mm_unpackhi_epi64(bishop, rook));
    __m128i sets = _mm_xor_si128(_mm_unpacklo_epi64(rook, bishop), down);
    struct both pair = {low_half(sets), low_half(_mm_unpackhi_epi64(sets, sets))};
    return pair;
}
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef DOUBLED_VIEW
    .title = "Hyperbola, nibble reversal, doubled board",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
#else
    .title = "Hyperbola quintessence, nibble reversal",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD | WIDE_INDEX, /* pshufb is indexed by nibbles */
#endif
    .author = "Aleks Peshkov",
    .year = "2014",
    .source = "https://github.com/AleksPeshkov/petrel",
    .needs = "ssse3",
    .table_bytes = BYTES(sizeof masks / 2 + sizeof slider, sizeof masks / 2 + sizeof slider,
                         sizeof masks + sizeof slider),
    .init = init,
    .tables = {TABLE(masks), TABLE(slider)},
};
