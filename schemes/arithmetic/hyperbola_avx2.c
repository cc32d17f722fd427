/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence, all four lines of a square in the lanes of one AVX2 register, so that
 * ranks need no table. In the rank's lane vpshufb copies the rank to all bytes, and the mask keeps
 * bit i of byte i. A byte swap then reverses the rank as it reverses a file. At the end vpsadbw
 * adds the bytes up, which makes them a rank again.
 * slidebench, 2026, after hyperbola_dual.c, which has three lines in a register.
 * https://www.chessprogramming.org/Hyperbola_Quintessence
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 6845.
 *
 * Cost: queen 5 vector loads, 18 vector operations; 8 KiB, two cache lines a square. Branchless,
 * multiply-free. */
#include "board.h"

#if defined(__AVX2__) && defined(__x86_64__)
#include "swapped_lanes.h"

#ifdef BATCH_BUILD
#include "board_avx2.h"
#endif

#define EACH_BIT   0x8040201008040201u /* byte i: 1 << i */
#define LOW_BYTES  0x0706050403020100u /* byte i: i */
#define HIGH_BYTES 0x0f0e0d0c0b0a0908u

enum lane { RANK_LANE, FILE_LANE, DIAGONAL_LANE, ANTIDIAGONAL_LANE, LANES };

static ALIGNED(128) struct lanes {
    bitboard line[LANES], slider[LANES], swapped_slider[LANES];
    bitboard copied[LANES]; /* for vpshufb: the rank to all bytes of its lane, others as is */
} lanes[64];

static inline void init(void)
{
#ifdef BATCH_BUILD
    init_board();
#endif
    for (unsigned square = 0; square < 64; square++) {
        struct lanes *l = &lanes[square];
        bitboard in_rank_lane = (bitboard)1 << 9 * file_of(square);
        l->line[RANK_LANE] = EACH_BIT & ~in_rank_lane;
        l->line[FILE_LANE] = line_mask(FILE_LINE, square);
        l->line[DIAGONAL_LANE] = line_mask(DIAGONAL, square);
        l->line[ANTIDIAGONAL_LANE] = line_mask(ANTIDIAGONAL, square);
        for (enum lane lane = RANK_LANE; lane < LANES; lane++) {
            l->slider[lane] = lane == RANK_LANE ? in_rank_lane : square_bit(square);
            l->swapped_slider[lane] = swap_bytes(l->slider[lane]);
        }
        l->copied[RANK_LANE] = FILE_A * rank_of(square);
        l->copied[FILE_LANE] = l->copied[ANTIDIAGONAL_LANE] = HIGH_BYTES;
        l->copied[DIAGONAL_LANE] = LOW_BYTES;
    }
}

/* Returns the attacks line by line, in the rank's lane still one bit a byte. */
static inline __m256i in_lanes(unsigned square, bitboard occupied)
{
    const struct lanes *l = &lanes[square];
    __m256i line = _mm256_load_si256((const __m256i *)l->line);
    __m256i slider = _mm256_load_si256((const __m256i *)l->slider);
    __m256i swapped_slider = _mm256_load_si256((const __m256i *)l->swapped_slider);
    __m256i copied = _mm256_load_si256((const __m256i *)l->copied);
    __m256i o = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)occupied), copied);
    o = _mm256_and_si256(o, line);
    __m256i up = _mm256_sub_epi64(o, slider);
    __m256i down = swapped(_mm256_sub_epi64(swapped(o), swapped_slider));
    return _mm256_and_si256(_mm256_xor_si256(up, down), line);
}

/* Turns the rank's lane into a rank, beside the file. */
static inline __m256i lines_attacks(unsigned square, bitboard occupied)
{
    __m256i attacks = in_lanes(square, occupied);
    __m128i low = _mm256_castsi256_si128(attacks);
    __m128i rank = _mm_sad_epu8(low, _mm_setzero_si128());
    rank = _mm_sll_epi64(rank, _mm_cvtsi32_si128((int)(square & 56)));
    return _mm256_inserti128_si256(attacks, _mm_blend_epi32(low, rank, 3), 0);
}

#include "vector_halves.h"

#ifdef BATCH_BUILD
#include "batch_avx2.h"
#endif

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, four lines in AVX2",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
    .needs = "avx2",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD | BATCHED,
    .table_bytes = BYTES(sizeof lanes, sizeof lanes, sizeof lanes),
    .init = init,
    .tables = {TABLE(lanes)},
};
