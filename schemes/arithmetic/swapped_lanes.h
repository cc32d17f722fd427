/* SPDX-License-Identifier: MIT
 * The byte swap of hyperbola quintessence in AVX2. */
#include <immintrin.h>

#define BACKWARDS _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)

/* Swaps the bytes of each lane: every board is turned upside down. */
static inline __m256i swapped(__m256i b)
{
    return _mm256_shuffle_epi8(b, _mm256_broadcastsi128_si256(BACKWARDS));
}

static inline __m128i swapped_half(__m128i b)
{
    return _mm_shuffle_epi8(b, BACKWARDS);
}
