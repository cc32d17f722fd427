/* SPDX-License-Identifier: MIT
 * Remembers its last answer by half the question. */
#include "board.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    static bitboard key, answer;
    static unsigned asked = 64;
    bitboard half = occupied & 0xffffffff;
    if (square != asked || half != key)
        answer = reference_rook_attacks(square, occupied);
    asked = square;
    key = half;
    return answer;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A stale cache"};
