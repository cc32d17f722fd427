/* SPDX-License-Identifier: MIT
 * Cfish's vector rays: the queen's four forward rays in one register and the four backward rays in
 * another. Each ray is cut off at its blocker; then all are united. Toshihiko Okuhara, May 2020,
 * https://github.com/syzygy1/Cfish (src/avx2-bitboard.h),
 * https://www.chessprogramming.org/CFish#AVX2_Attacks
 * Ideas are free, code is ours: Cfish is under GPL-3; this follows the wiki.
 *
 * Forward, x ^ (x - 1) ends at the lowest blocker. A bishop alone uses forward rays only, on the
 * board and on its vertical flip. The queen's low lanes hold the rook's rays and its high lanes the
 * bishop's: `both` costs as much as a queen.
 *
 * Without USE_AVX512: backward, shifts copy each blocker to all squares below it on its ray, and the
 * ray's squares without a copy remain.
 * A rook's files are computed like the bishop's, in general registers, and its ranks come from a
 * table of bytes. Cost of a queen: 2 vector loads, 17 vector operations. 4 KiB, bishop 2 KiB, rook
 * 0.5 KiB.
 *
 * With USE_AVX512: backward, a sign is shifted by the count of leading zeros. A rook is computed
 * like the queen, in half the width. Cost of a queen: 2 vector loads, 9 vector operations. 4 KiB,
 * bishop 2 KiB, rook 4 KiB.
 *
 * With STORED_LINES: the two sets of `both` leave the vector through memory (slidebench, 2026).
 *
 * Branchless, multiply-free, SIMD. */
#include "rays.h"

#if defined(__AVX2__) && defined(__x86_64__)
#include <immintrin.h>

#ifdef USE_AVX512
#if !defined(__AVX512CD__) || !defined(__AVX512VL__)
#error "cfish_avx512 needs avx512cd avx512vl: compile with -mavx512cd -mavx512vl"
#endif
#endif

static ALIGNED(64) bitboard rays[64][2][4];   /* [square][forward, backward][ray] */
static ALIGNED(64) bitboard diagonals[64][4]; /* NE, SW flipped, NW, SE flipped */
#ifdef USE_AVX512
#define ROOK_TABLE rays
#else
#define ROOK_TABLE first_rank
#include "first_rank.h"
#endif

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        for (enum direction direction = 0; direction < DIRECTIONS; direction++)
            rays[square][direction / 4][direction % 4] = ray_mask(direction, square);
        for (unsigned i = 0; i < 4; i++)
            diagonals[square][i] = ray_mask(i < 2 ? NORTH_EAST : NORTH_WEST, square ^ (i & 1) * 56);
    }
#ifndef USE_AVX512
    init_first_rank();
#endif
}

static inline __m256i lanes(const bitboard *four)
{
    return _mm256_load_si256((const __m256i *)four);
}

static inline __m256i up_to_lowest(__m256i x)
{
    return _mm256_xor_si256(x, _mm256_add_epi64(x, _mm256_set1_epi64x(-1)));
}

static inline __m256i lines_attacks(unsigned square, bitboard occupied)
{
    __m256i occupancy = _mm256_set1_epi64x((long long)occupied);
    __m256i forward = lanes(rays[square][0]), backward = lanes(rays[square][1]);
    __m256i ahead = _mm256_and_si256(up_to_lowest(_mm256_and_si256(occupancy, forward)), forward);
    __m256i blockers = _mm256_and_si256(occupancy, backward);
#ifdef USE_AVX512
    __m256i sign = _mm256_set1_epi64x(INT64_MIN); /* shifted by 64 if no blocker: fills the lane */
    __m256i visible = _mm256_srav_epi64(sign, _mm256_lzcnt_epi64(blockers));
    return _mm256_or_si256(ahead, _mm256_and_si256(visible, backward));
#else
    const __m256i step = _mm256_setr_epi64x(1, 8, 9, 7), step2 = _mm256_setr_epi64x(2, 16, 18, 14);
    const __m256i step4 = _mm256_setr_epi64x(4, 32, 36, 28);
    __m256i hidden =
        _mm256_or_si256(_mm256_srlv_epi64(blockers, step), _mm256_srlv_epi64(blockers, step2));
    hidden = _mm256_or_si256(_mm256_or_si256(hidden, _mm256_srlv_epi64(hidden, step2)),
                             _mm256_srlv_epi64(hidden, step4));
    return _mm256_or_si256(ahead, _mm256_andnot_si256(hidden, backward));
#endif
}

#define rook_attacks   rook_attacks
#define bishop_attacks bishop_attacks
#include "vector_halves.h"

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const __m128i flip_high = _mm_set_epi64x(0x0001020304050607, 0x0706050403020100);
    const __m128i high_flipped = _mm_cvtsi64_si128(0x08090a0b0c0d0e0f);
    __m128i boards = _mm_shuffle_epi8(_mm_cvtsi64_si128((long long)occupied), flip_high);
    __m256i mask = lanes(diagonals[square]);
    __m256i blockers = _mm256_and_si256(_mm256_broadcastsi128_si256(boards), mask);
    __m256i four = _mm256_and_si256(up_to_lowest(blockers), mask);
    __m128i two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_shuffle_epi8(two, high_flipped)));
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
#ifdef USE_AVX512
    __m128i occupancy = _mm_set1_epi64x((long long)occupied), sign = _mm_set1_epi64x(INT64_MIN);
    __m128i forward = _mm256_castsi256_si128(lanes(rays[square][0]));
    __m128i backward = _mm256_castsi256_si128(lanes(rays[square][1]));
    __m128i blockers = _mm_and_si128(occupancy, forward);
    __m128i lowest = _mm_xor_si128(blockers, _mm_add_epi64(blockers, _mm_set1_epi64x(-1)));
    __m128i visible = _mm_srav_epi64(sign, _mm_lzcnt_epi64(_mm_and_si128(occupancy, backward)));
    return fold_half(
        _mm_or_si128(_mm_and_si128(lowest, forward), _mm_and_si128(visible, backward)));
#else
    bitboard north = (FILE_A << 8) << square, flipped_south = (FILE_A << 8) << (square ^ 56);
    bitboard above = occupied & north, below = swap_bytes(occupied) & flipped_south;
    bitboard attacks =
        ((above ^ (above - 1)) & north) | swap_bytes((below ^ (below - 1)) & flipped_south);
    return attacks | rank_attacks(square, occupied);
#endif
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

#ifdef STORED_LINES
#define AUTHOR "slidebench, Toshihiko Okuhara"
#define YEAR   "2026"
#else
#define AUTHOR "Toshihiko Okuhara"
#define YEAR   "2020"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef USE_AVX512
#ifdef STORED_LINES
    .title = "Cfish vector rays, AVX-512, lines stored",
#else
    .title = "Cfish vector rays, AVX-512",
#endif
    .needs = "avx512cd avx512vl",
    .tables = {TABLE(rays), TABLE(diagonals)},
#else
    .title = "Cfish vector rays, AVX2",
    .needs = "avx2",
    .tables = {TABLE(rays), TABLE(diagonals), TABLE(first_rank)},
#endif
    .author = AUTHOR,
    .year = YEAR,
    .source = "https://www.chessprogramming.org/CFish#AVX2_Attacks",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof ROOK_TABLE, sizeof diagonals, sizeof rays),
    .init = init,
};
