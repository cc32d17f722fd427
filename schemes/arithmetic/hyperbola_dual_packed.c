/* SPDX-License-Identifier: MIT
 * Dual hyperbola quintessence in fewer instructions: a square's cache line has all that its lookups
 * need. It contains the masks and sliders of hyperbola_dual_adjacent, and also
 *
 *   - the rank's place on the board in the form that BEXTR takes, and the address of the rank's
 *     sets: six instructions for a rank, not nine. BEXTR is Herchen's (pull request 6865), the
 *     address Stockfish's;
 *   - the file with its bytes swapped, in the lane that was empty. A rook takes both rays of its
 *     file from one subtraction in half the width, as in hyperbola_ssse3.
 *
 * slidebench, 2026, on Timothy Herchen's ("anematode") and Michael Stembera's ("mstembera") dual
 * hyperbola quintessence; see hyperbola_dual.c.
 * https://github.com/official-stockfish/Stockfish/pull/6845
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 6845.
 *
 * The lines leave the register by shuffles, in six instructions. One store, from which the ors load
 * the lines, takes four, but on Zen 3 each lookup then takes longer.
 *
 * Cost: both or queen 1 vector, 2 sliders, field, address and rank byte loaded, 2 vpshufb; 4 KiB,
 * one cache line a square, + 1 KiB. Branchless, multiply-free. */
#include "board.h"

#if defined(__AVX2__) && defined(__BMI__) && defined(__x86_64__)
#include "swapped_lanes.h"

/* [8 * (files a to g) + file]: first_rank, with file a in the index, which thus begins where the
 * rank does. */
static ALIGNED(64) uint8_t ranks[128 * 8];

static ALIGNED(64) struct packed {
    bitboard file, swapped_file, diagonal, antidiagonal, slider, swapped_slider;
    const uint8_t *rank_sets; /* part of ranks */
    bitboard rank_field;      /* files a to g. Its low six bits are the first square of the rank */
} packed[64];

static inline void init(void)
{
    for (unsigned entry = 0; entry < sizeof ranks; entry++)
        ranks[entry] = (uint8_t)reference_line_attacks(RANK_LINE, entry & 7, entry >> 3);
    for (unsigned square = 0; square < 64; square++) {
        struct packed *p = &packed[square];
        p->file = line_mask(FILE_LINE, square);
        p->swapped_file = swap_bytes(p->file);
        p->diagonal = line_mask(DIAGONAL, square);
        p->antidiagonal = line_mask(ANTIDIAGONAL, square);
        p->slider = square_bit(square);
        p->swapped_slider = swap_bytes(p->slider);
        p->rank_sets = ranks + file_of(square);
        p->rank_field = (square & 56) | 7 << 8;
    }
}

/* Without the barrier gcc computes several addresses. */
static inline const struct packed *packed_of(unsigned square)
{
    size_t offset = square * sizeof packed[0];
    HIDE_FROM_COMPILER(offset);
    return (const struct packed *)((const char *)packed + offset);
}

static inline bitboard rank_set(const struct packed *p, bitboard occupied)
{
    return (bitboard)p->rank_sets[8 * __bextr_u64(occupied, p->rank_field)] << (p->rank_field & 63);
}

static inline bitboard low_lane(__m128i b)
{
    return (bitboard)_mm_cvtsi128_si64(b);
}

/* Lanes as in struct packed; the second one is of no use. */
static inline __m256i lines(const struct packed *p, bitboard occupied)
{
    __m256i mask = _mm256_load_si256((const __m256i *)&p->file);
#ifdef __GNUC__
    __asm__("" : "+x"(mask)); /* gcc 12 would load it twice */
#endif
    __m256i slider = _mm256_set1_epi64x((long long)p->slider);
    __m256i swapped_slider = _mm256_set1_epi64x((long long)p->swapped_slider);
    __m256i o = _mm256_and_si256(_mm256_set1_epi64x((long long)occupied), mask);
    __m256i up = _mm256_sub_epi64(o, slider);
    __m256i down = swapped(_mm256_sub_epi64(swapped(o), swapped_slider));
    return _mm256_and_si256(_mm256_xor_si256(up, down), mask);
}

/* Returns both diagonals, or-ed, in the low lane. */
static inline __m128i diagonals(__m256i lines_here)
{
    __m128i b = _mm256_extracti128_si256(lines_here, 1);
    return _mm_or_si128(b, _mm_unpackhi_epi64(b, b));
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct packed *p = packed_of(square);
    const __m128i doubled = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0);
    __m128i mask = _mm_load_si128((const __m128i *)&p->file);
    __m128i slider = _mm_load_si128((const __m128i *)&p->slider);
    __m128i o = _mm_shuffle_epi8(_mm_cvtsi64_si128((long long)occupied), doubled);
    __m128i up = _mm_and_si128(_mm_sub_epi64(_mm_and_si128(o, mask), slider), mask);
    __m128i down = _mm_shuffle_epi8(up, _mm_cvtsi64_si128(0x08090a0b0c0d0e0f));
    return low_lane(_mm_xor_si128(up, down)) | rank_set(p, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct packed *p = &packed[square];
    __m128i mask = _mm_load_si128((const __m128i *)&p->diagonal);
    __m128i slider = _mm_set1_epi64x((long long)p->slider);
    __m128i swapped_slider = _mm_set1_epi64x((long long)p->swapped_slider);
    __m128i o = _mm_and_si128(_mm_set1_epi64x((long long)occupied), mask);
    __m128i up = _mm_sub_epi64(o, slider);
    __m128i down = swapped_half(_mm_sub_epi64(swapped_half(o), swapped_slider));
    __m128i b = _mm_and_si128(_mm_xor_si128(up, down), mask);
    return low_lane(_mm_or_si128(b, _mm_unpackhi_epi64(b, b)));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    const struct packed *p = packed_of(square);
    __m256i l = lines(p, occupied);
    return low_lane(_mm_or_si128(_mm256_castsi256_si128(l), diagonals(l))) | rank_set(p, occupied);
}
#define queen_attacks queen_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    const struct packed *p = packed_of(square);
    __m256i l = lines(p, occupied);
    bitboard bishop = low_lane(diagonals(l));
    struct both sets = {low_lane(_mm256_castsi256_si128(l)) | rank_set(p, occupied), bishop};
    return sets;
}
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Dual hyperbola quintessence, AVX2, packed, ranks by BEXTR",
    .author = "slidebench, Timothy Herchen, Michael Stembera",
    .year = "2026",
    .source = "https://github.com/official-stockfish/Stockfish/pull/6845",
    .needs = "avx2 bmi1",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof packed + sizeof ranks, sizeof packed, sizeof packed + sizeof ranks),
    .init = init,
    .tables = {TABLE(packed), TABLE(ranks)},
};
