/* SPDX-License-Identifier: MIT
 * Getters of schemes that compute all four lines of a square in 256 bits, the rook's two lines in
 * the low half and the bishop's two in the high half. A scheme defines before it includes this
 *
 *     __m256i lines_attacks(unsigned square, bitboard occupied)
 *
 * and, each with a #define as in scheme.h,
 *     - its own fold_half(), if the lines of a half are united already;
 *     - its own rook_attacks() and bishop_attacks(), if a rook or bishop alone takes less work.
 *
 * With STORED_LINES: the lines of `both` leave the register by one store and four loads. */
#ifndef fold_half
/* Returns the union of the two lines in a half, or of all four if the halves were or-ed before. */
static inline bitboard fold_half(__m128i half)
{
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}
#endif

#ifndef rook_attacks
static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return fold_half(_mm256_castsi256_si128(lines_attacks(square, occupied)));
}
#endif

#ifndef bishop_attacks
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return fold_half(_mm256_extracti128_si256(lines_attacks(square, occupied), 1));
}
#endif

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    __m256i four = lines_attacks(square, occupied);
    return fold_half(_mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1)));
}
#define queen_attacks queen_attacks

#ifdef STORED_LINES
/* This takes fewer instructions than two calls of fold_half(), and none of them needs the few units
 * that shuffle or that move data to general registers. But the result is available later. */
static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    ALIGNED(32) bitboard lines[4];
    _mm256_store_si256((__m256i *)lines, lines_attacks(square, occupied));
    HIDE_IN_MEMORY(lines);
    struct both sets = {lines[0] | lines[1], lines[2] | lines[3]};
    return sets;
}
#else
static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m256i four = lines_attacks(square, occupied);
    struct both sets = {fold_half(_mm256_castsi256_si128(four)),
                        fold_half(_mm256_extracti128_si256(four, 1))};
    return sets;
}
#endif
#define both_attacks both_attacks
