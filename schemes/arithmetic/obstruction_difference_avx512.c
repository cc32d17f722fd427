/* SPDX-License-Identifier: MIT
 * Obstruction difference in AVX-512, in its genetic form: upper ^ (upper - highest of lower) on all
 * lines. An arithmetic shift of the sign by the count of leading zeros is minus the highest bit.
 * For the empty set it is minus one, so that no sentinel is needed. A single query has its lines in
 * the lanes, the rook's in the low half.
 * slidebench, 2026, after Daniel Infuehr's expression of 2022 (obstruction_difference.c) and
 * Toshihiko Okuhara's count and shift of 2020 (cfish.c). Kile Asmussen has the same expression in
 * the lanes of Rust's std::simd (https://github.com/Kile-Asmussen/catchesstrophy).
 * https://www.chessprogramming.org/Obstruction_Difference
 * Ideas are free, code is ours: Cfish is under GPL-3; this follows cfish.c.
 *
 * Cost: queen 3 vector loads, 10 vector operations; 4 KiB. Branchless, multiply-free. */
#include "board.h"

#if defined(__AVX512CD__) && defined(__AVX512VL__) && defined(__AVX512VBMI__) &&                   \
    defined(__AVX512BW__) && defined(__GFNI__) && defined(__x86_64__)
#include "batch_avx512.h"

#ifdef BATCH_BUILD
#include "board_gfni.h"

#define BATCH_WIDTH  8
#define rook_batch   rook_attacks_x8
#define bishop_batch bishop_attacks_x8
#define queen_batch  queen_attacks_x8
#endif

static ALIGNED(64) struct masks {
    bitboard upper[LINES], line[LINES];
} masks[64];

static inline void init(void)
{
#ifdef BATCH_BUILD
    init_batch();
    init_board();
#endif
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            bitboard mask = line_mask(line, square);
            masks[square].upper[line] = mask & ~(square_bit(square) - 1);
            masks[square].line[line] = mask;
        }
}

static inline __m256i lines_attacks(unsigned square, bitboard occupied)
{
    const __m256i *mask = (const __m256i *)&masks[square];
    __m256i o = _mm256_set1_epi64x((long long)occupied);
    __m256i upper = _mm256_and_si256(o, mask[0]);
    __m256i lower = _mm256_ternarylogic_epi64(o, mask[1], mask[0], AND_ANDNOT);
    __m256i minus_highest =
        _mm256_srav_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(lower));
    return _mm256_ternarylogic_epi64(upper, _mm256_add_epi64(upper, minus_highest), mask[1],
                                     XOR_AND);
}

#include "vector_halves.h"
#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Obstruction difference, AVX-512",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Obstruction_Difference",
    .needs = "avx512bw avx512cd avx512vbmi avx512vl gfni",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD | BATCHED,
    .table_bytes = BYTES(sizeof masks, sizeof masks, sizeof masks),
    .init = init,
    .tables = {TABLE(masks)},
};
