/* SPDX-License-Identifier: MIT
 * Dual hyperbola quintessence: rook and bishop of a square at once. The file and both diagonals are
 * in three of the four lanes of an AVX2 register, where vpshufb swaps bytes; ranks come from a
 * table. By Timothy Herchen ("anematode") and Michael Stembera ("mstembera") for Stockfish, which
 * has used it since 2026 on CPUs with AVX2 (src/attacks.h; pull requests 6845, 6983, 6998). The
 * index of six bits for a rank is Niklas Fiekas's (pull request 6865).
 * https://github.com/official-stockfish/Stockfish/pull/6845
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 6845.
 * Stockfish subtracts 2r; here lines do not contain the slider, so that r suffices. Stockfish also
 * reads a pointer to the rank's row.
 *
 * With ADJACENT_DIAGONALS: both diagonals are in the upper half, which a bishop loads alone: half
 * the width, and no move between halves (slidebench, 2026).
 *
 * Cost: 1 vector, 2 sliders, 1 rank byte loaded, 2 vpshufb; 4 KiB, one cache line a square, +
 * 512 B. Branchless, multiply-free. */
#include "first_rank.h"

#if defined(__AVX2__) && defined(__x86_64__)
#include "swapped_lanes.h"

/* One or joins the upper half to the lower: the empty lane faces another. */
static ALIGNED(64) struct masks {
#ifdef ADJACENT_DIAGONALS
    bitboard file, none, diagonal, antidiagonal;
#else
    bitboard file, diagonal, none, antidiagonal;
#endif
    bitboard slider, swapped_slider, padding[2];
} masks[64];

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        masks[square].file = line_mask(FILE_LINE, square);
        masks[square].diagonal = line_mask(DIAGONAL, square);
        masks[square].antidiagonal = line_mask(ANTIDIAGONAL, square);
        masks[square].slider = square_bit(square);
        masks[square].swapped_slider = square_bit(square ^ 56);
    }
}

/* Lanes as in masks. */
static inline __m256i hyperbola(unsigned square, bitboard occupied)
{
    __m256i mask = _mm256_load_si256((const __m256i *)&masks[square]);
    __m256i slider = _mm256_set1_epi64x((long long)masks[square].slider);
    __m256i swapped_slider = _mm256_set1_epi64x((long long)masks[square].swapped_slider);
    __m256i o = _mm256_and_si256(_mm256_set1_epi64x((long long)occupied), mask);
    __m256i up = _mm256_sub_epi64(o, slider);
    __m256i down = swapped(_mm256_sub_epi64(swapped(o), swapped_slider));
    return _mm256_and_si256(_mm256_xor_si256(up, down), mask);
}

/* Returns the lanes of both halves, or-ed. */
static inline __m128i folded(__m256i lines)
{
    return _mm_or_si128(_mm256_castsi256_si128(lines), _mm256_extracti128_si256(lines, 1));
}

static inline bitboard low_lane(__m128i b)
{
    return (bitboard)_mm_cvtsi128_si64(b);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return low_lane(_mm256_castsi256_si128(hyperbola(square, occupied))) |
           rank_attacks_by_index(square, occupied);
}

/* Returns the union of both lanes. */
static inline bitboard united(__m128i lines)
{
    return low_lane(_mm_or_si128(lines, _mm_unpackhi_epi64(lines, lines)));
}

#ifdef ADJACENT_DIAGONALS
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    __m128i mask = _mm_load_si128((const __m128i *)&masks[square].diagonal);
    __m128i slider = _mm_set1_epi64x((long long)masks[square].slider);
    __m128i swapped_slider = _mm_set1_epi64x((long long)masks[square].swapped_slider);
    __m128i o = _mm_and_si128(_mm_set1_epi64x((long long)occupied), mask);
    __m128i up = _mm_sub_epi64(o, slider);
    __m128i down = swapped_half(_mm_sub_epi64(swapped_half(o), swapped_slider));
    return united(_mm_and_si128(_mm_xor_si128(up, down), mask));
}
#else
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return (bitboard)_mm_extract_epi64(folded(hyperbola(square, occupied)), 1);
}
#endif

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return united(folded(hyperbola(square, occupied))) | rank_attacks_by_index(square, occupied);
}
#define queen_attacks queen_attacks

#ifdef ADJACENT_DIAGONALS
static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m256i lines = hyperbola(square, occupied);
    bitboard file = low_lane(_mm256_castsi256_si128(lines));
    struct both sets = {file | rank_attacks_by_index(square, occupied),
                        united(_mm256_extracti128_si256(lines, 1))};
    return sets;
}
#else
static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m128i lines = folded(hyperbola(square, occupied));
    struct both sets = {low_lane(lines) | rank_attacks_by_index(square, occupied),
                        (bitboard)_mm_extract_epi64(lines, 1)};
    return sets;
}
#endif
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef ADJACENT_DIAGONALS
    .title = "Dual hyperbola quintessence, AVX2, diagonals adjacent",
    .author = "slidebench, Timothy Herchen, Michael Stembera",
#else
    .title = "Dual hyperbola quintessence, AVX2",
    .author = "Timothy Herchen, Michael Stembera",
#endif
    .year = "2026",
    .source = "https://github.com/official-stockfish/Stockfish/pull/6845",
    .needs = "avx2",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof masks * 3 / 4 + sizeof first_rank, sizeof masks * 3 / 4,
                         sizeof masks * 3 / 4 + sizeof first_rank),
    .init = init,
    .tables = {TABLE(masks), TABLE(first_rank)},
};
