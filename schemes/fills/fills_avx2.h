/* SPDX-License-Identifier: MIT
 * Four directions at once, one to a lane of a ymm register: what the AVX2 fills share. A fill
 * includes this and then defines floods().
 *
 * Rook lines are in the low half and bishop lines in the high half, so that the price of a queen
 * also buys both sets apart; a rook or a bishop alone costs hardly less. The floods keep off the
 * outer files as in fills.h. */
#include "board.h"

#include <immintrin.h>

typedef bitboard lanes __attribute__((vector_size(32)));

#define STEPS       ((lanes){8, 1, 9, 7}) /* file, rank, diagonal, antidiagonal */
#define INNER_FILES (~(FILE_A | FILE_H))

/* Squares reached in steps to higher squares and to lower ones: sliders included, blockers not. */
struct floods {
    lanes up, down;
};

static inline struct floods floods(lanes sliders, lanes empty);

/* The answers for file, rank, diagonal and antidiagonal. */
static inline lanes lines_attacks(bitboard sliders, bitboard occupied)
{
    lanes empty = ~(lanes){occupied, occupied, occupied, occupied} &
                  (lanes){~(bitboard)0, INNER_FILES, INNER_FILES, INNER_FILES};
    struct floods all = floods((lanes){sliders, sliders, sliders, sliders}, empty);
    return (all.up << STEPS & (lanes){~(bitboard)0, ~FILE_A, ~FILE_A, ~FILE_H}) |
           (all.down >> STEPS & (lanes){~(bitboard)0, ~FILE_H, ~FILE_H, ~FILE_A});
}

static inline bitboard united(__m128i two)
{
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline bitboard rooks_attacks(bitboard rooks, bitboard occupied)
{
    return united(_mm256_castsi256_si128((__m256i)lines_attacks(rooks, occupied)));
}
#define rooks_attacks rooks_attacks

static inline bitboard bishops_attacks(bitboard bishops, bitboard occupied)
{
    return united(_mm256_extracti128_si256((__m256i)lines_attacks(bishops, occupied), 1));
}
#define bishops_attacks bishops_attacks

static inline bitboard queens_attacks(bitboard queens, bitboard occupied)
{
    __m256i lines = (__m256i)lines_attacks(queens, occupied);
    return united(_mm_or_si128(_mm256_castsi256_si128(lines), _mm256_extracti128_si256(lines, 1)));
}
#define queens_attacks queens_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    __m256i lines = (__m256i)lines_attacks(square_bit(square), occupied);
    return (struct both){united(_mm256_castsi256_si128(lines)),
                         united(_mm256_extracti128_si256(lines, 1))};
}
#define both_attacks both_attacks

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rooks_attacks(square_bit(square), occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishops_attacks(square_bit(square), occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return queens_attacks(square_bit(square), occupied);
}
#define queen_attacks queen_attacks
