/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence in SSSE3: one half of a register holds the board, the other the board with
 * its bytes swapped, both from one pshufb. A line then takes three instructions for both its rays.
 * Exclusive or and byte swap commute, so the lines of a piece are joined before a second pshufb
 * swaps the lower half back. Ranks come from a table. Gerd Isenberg and Aleks Peshkov. This is
 * Peshkov's form; he keeps the doubled board for all queries of a position, whereas here each query
 * computes it.
 * https://www.chessprogramming.org/SSSE3#SSSE3Version
 * Cost: queen 5 loads, 2 pshufb; 4 KiB, one cache line a square, + 512 B. Branchless,
 * multiply-free. */
#include "first_rank.h"

#if defined(__SSSE3__) && defined(__x86_64__)
#include <tmmintrin.h>

/* Low half: the line; high half: its bytes swapped. The mask of the rank holds the slider's bit. */
static ALIGNED(64) union halves {
    bitboard half[2];
    __m128i whole;
} masks[64][LINES];

static inline void set_halves(bitboard half[2], bitboard b)
{
    half[0] = b;
    half[1] = swap_bytes(b);
}

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        set_halves(masks[square][RANK_LINE].half, square_bit(square));
        for (enum line line = FILE_LINE; line < LINES; line++)
            set_halves(masks[square][line].half, line_mask(line, square));
    }
}

static inline __m128i doubled(bitboard occupied)
{
    return _mm_shuffle_epi8(_mm_cvtsi64_si128((long long)occupied),
                            _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0));
}

/* Upward rays in both halves: the low half's upper ray, and in the high half the lower ray,
 * swapped. */
static inline __m128i upwards(enum line line, unsigned square, __m128i o)
{
    __m128i mask = masks[square][line].whole, slider = masks[square][RANK_LINE].whole;
    return _mm_and_si128(_mm_sub_epi64(_mm_and_si128(o, mask), slider), mask);
}

static inline bitboard joined(__m128i up)
{
    __m128i down = _mm_shuffle_epi8(up, _mm_cvtsi64_si128(0x08090a0b0c0d0e0f));
    return (bitboard)_mm_cvtsi128_si64(_mm_xor_si128(up, down));
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return joined(upwards(FILE_LINE, square, doubled(occupied))) |
           rank_attacks_by_index(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    __m128i o = doubled(occupied);
    return joined(_mm_xor_si128(upwards(DIAGONAL, square, o), upwards(ANTIDIAGONAL, square, o)));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    __m128i o = doubled(occupied);
    __m128i diagonals =
        _mm_xor_si128(upwards(DIAGONAL, square, o), upwards(ANTIDIAGONAL, square, o));
    return joined(_mm_xor_si128(diagonals, upwards(FILE_LINE, square, o))) |
           rank_attacks_by_index(square, occupied);
}
#define queen_attacks queen_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, SSSE3",
    .author = "Gerd Isenberg, Aleks Peshkov",
    .year = "2007",
    .source = "https://www.chessprogramming.org/SSSE3#SSSE3Version",
    .needs = "ssse3",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof masks / 2 + sizeof first_rank, sizeof masks * 3 / 4,
                         sizeof masks + sizeof first_rank),
    .init = init,
    .tables = {TABLE(masks), TABLE(first_rank)},
};
