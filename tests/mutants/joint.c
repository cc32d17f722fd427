/* SPDX-License-Identifier: MIT
 * A fault in the query for all sliders of a side; all other getters are correct. */
#include "board.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

static inline bitboard sliders_attacks(bitboard orthogonal, bitboard diagonal, bitboard occupied)
{
    bitboard attacks = 0;
#if defined ALL_QUEENS /* both sets in all lanes */
    orthogonal = diagonal |= orthogonal;
#elif defined FIRST_ALONE /* one slider of a set, as if there were no others */
    diagonal &= -diagonal;
#elif defined NO_QUEENS   /* sliders of both sets are lost */
    bitboard queens = orthogonal & diagonal;
    orthogonal ^= queens;
    diagonal ^= queens;
#endif
    for (; orthogonal; orthogonal &= orthogonal - 1)
        attacks |= rook_attacks((unsigned)__builtin_ctzll(orthogonal), occupied);
    for (; diagonal; diagonal &= diagonal - 1)
        attacks |= bishop_attacks((unsigned)__builtin_ctzll(diagonal), occupied);
    return attacks;
}
#define sliders_attacks sliders_attacks

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A joint query with a fault"};
