/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence with bit reversal in vector registers: gf2p8affineqb, a product with an
 * 8x8 bit matrix, reverses every byte, and a byte shuffle reverses their order. So all four lines
 * are alike and there is no rank table. The idea to use GFNI is Daniel Infuehr's (GaloisField.hpp,
 * 2023), whose code emulates the instruction; this code uses it. As in hyperbola_ssse3, one half of
 * 128 bits is the board and the other the rotated board. Lines are joined before they are rotated
 * back. 256 bits hold rook and bishop.
 * https://github.com/Gigantua/Chess_Movegen (GaloisField.hpp)
 * Ideas are free, code is ours: GaloisField.hpp forbids copies; this follows its comments.
 * Cost: both 3 loads, 2 matrix products, 2 byte shuffles; 4 KiB, one cache line per square, + 1
 * KiB. Branchless, multiply-free: a matrix product in GF(2) is ands and exclusive ors. */
#include "arithmetic.h"

#if defined(__GFNI__) && defined(__AVX2__) && defined(__x86_64__)
#include <immintrin.h>

/* Low half: the line; high half: the line rotated by 180 degrees. A pair is a rook's and a
 * bishop's line. */
enum { RANK_MASK, DIAGONAL_MASK, FILE_MASK, ANTIDIAGONAL_MASK };
static ALIGNED(64) union halves {
    bitboard half[2];
    __m128i whole;
} masks[64][LINES];
static ALIGNED(64) union halves slider_bits[64];

static inline void set_halves(bitboard half[2], bitboard b)
{
    half[0] = b;
    half[1] = reversed(b);
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        set_halves(masks[square][RANK_MASK].half, line_mask(RANK_LINE, square));
        set_halves(masks[square][DIAGONAL_MASK].half, line_mask(DIAGONAL, square));
        set_halves(masks[square][FILE_MASK].half, line_mask(FILE_LINE, square));
        set_halves(masks[square][ANTIDIAGONAL_MASK].half, line_mask(ANTIDIAGONAL, square));
        set_halves(slider_bits[square].half, square_bit(square));
    }
}

/* In every 128 bits, reverses the bits within each high byte and keeps the low bytes. Byte i of
 * a matrix selects the bits whose sum becomes bit 7 - i. */
static inline __m256i high_bytes_reversed(__m256i b)
{
    const long long keep = 0x0102040810204080, reverse = (long long)0x8040201008040201;
    return _mm256_gf2p8affine_epi64_epi8(b, _mm256_set_epi64x(reverse, keep, reverse, keep), 0);
}

/* Every 128 bits: the board and the rotated board. */
static inline __m256i doubled(bitboard occupied)
{
    const __m128i order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0);
    __m256i b = high_bytes_reversed(_mm256_set1_epi64x((long long)occupied));
    return _mm256_shuffle_epi8(b, _mm256_broadcastsi128_si256(order));
}

/* Returns the upward rays of all lanes; on the rotated board they are the downward rays. */
static inline __m256i upwards(int pair, unsigned square, __m256i o)
{
    __m256i mask = _mm256_load_si256((const __m256i *)&masks[square][pair]);
    __m256i slider = _mm256_broadcastsi128_si256(slider_bits[square].whole);
    return _mm256_and_si256(_mm256_sub_epi64(_mm256_and_si256(o, mask), slider), mask);
}

/* Low lane of each 128 bits: rook attacks, bishop attacks. */
static inline __m256i lines_attacks(unsigned square, bitboard occupied)
{
    const __m256i high_swapped = _mm256_set1_epi64x(0x08090a0b0c0d0e0f);
    __m256i o = doubled(occupied);
    __m256i up = _mm256_xor_si256(upwards(RANK_MASK, square, o), upwards(FILE_MASK, square, o));
    __m256i down = _mm256_shuffle_epi8(high_bytes_reversed(up), high_swapped);
    return _mm256_xor_si256(up, down);
}

static inline bitboard fold_half(__m128i half)
{
    return (bitboard)_mm_cvtsi128_si64(half);
}

#define fold_half fold_half
#include "vector_halves.h"
#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, bit reversal by GFNI",
    .author = "Daniel Infuehr",
    .year = "2023",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=81335",
    .needs = "avx2 gfni",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof masks + sizeof slider_bits, sizeof masks + sizeof slider_bits,
                         sizeof masks + sizeof slider_bits),
    .init = init,
    .tables = {TABLE(masks), TABLE(slider_bits)},
};
