/* SPDX-License-Identifier: MIT
 * No fault, though the index of a table contains b8, which is off the lines of a1: its entries
 * are equal. The proof must enumerate that square, too. */
#include "board.h"

__attribute__((weak)) bitboard same[2] = {~(bitboard)0, ~(bitboard)0}; /* opaque to the compiler */

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied) & same[occupied >> 57 & (square == 0)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A table indexed by a foreign square"};
