/* SPDX-License-Identifier: MIT
 * Getters for schemes that compute both lines of both sliders in 256 bits, the rook's in the low half. Before it a
 * scheme defines
 *     static inline __m256i HALVES(unsigned square, bitboard occupied)
 *     static inline bitboard fold_half(__m128i half)                       the set that a half, or both or-ed, stands for
 * and, if a rook or bishop alone has a shorter way, HAS_SINGLE_PIECE_GETTERS and their getters of its own. */

#ifndef HAS_SINGLE_PIECE_GETTERS
static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return fold_half(_mm256_castsi256_si128(VECTOR_LINES(square, occupied)));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return fold_half(_mm256_extracti128_si256(VECTOR_LINES(square, occupied), 1));
}
#endif

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    __m256i both = VECTOR_LINES(square, occupied);
    return fold_half(_mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1)));
}
#define queen_attacks queen_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m256i both = VECTOR_LINES(square, occupied);
    return (struct both){fold_half(_mm256_castsi256_si128(both)),
                         fold_half(_mm256_extracti128_si256(both, 1))};
}
#define both_attacks both_attacks
