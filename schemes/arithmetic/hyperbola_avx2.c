/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence, all four lines of a square in one AVX2 register, ranks included:
 * batch_avx2.h. No other table is needed. Whole boards: board_avx2.h.
 * slidebench, 2026, after hyperbola_dual.c, with its three lines in a register.
 * https://www.chessprogramming.org/Hyperbola_Quintessence
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 6845.
 *
 * Cost: queen 5 vector loads, 16 vector operations, in a batch 12; 8 KiB, two cache lines a
 * square. Branchless, multiply-free. */
#include "board.h"

#if defined(__AVX2__) && defined(__x86_64__)
#include "batch_avx2.h"

#ifdef BATCH_BUILD
#include "board_avx2.h"

#define BATCH_WIDTH  8
#define rook_batch   rooks_of_eight
#define bishop_batch bishops_of_eight
#define queen_batch  queens_of_eight
#endif

static void init(void)
{
    init_batch();
#ifdef BATCH_BUILD
    init_board();
#endif
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

static inline bitboard fold_half(__m128i half)
{
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

#define VECTOR_LINES lines_attacks
#include "vector_halves.h"

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
