/* SPDX-License-Identifier: MIT
 * Getters of the schemes that compute each line separately. The scheme defines, before or after it,
 *
 *     bitboard attacks_on(enum line line, unsigned square, bitboard occupied)
 *
 * which is called with a constant line. */
#include "board.h"

static inline bitboard attacks_on(enum line line, unsigned square, bitboard occupied);

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return attacks_on(RANK_LINE, square, occupied) | attacks_on(FILE_LINE, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return attacks_on(DIAGONAL, square, occupied) | attacks_on(ANTIDIAGONAL, square, occupied);
}
