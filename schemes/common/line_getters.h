/* SPDX-License-Identifier: MIT
 * Getters of the schemes that compute each line separately. The scheme defines, before or after
 * this header,
 *
 *     bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
 *
 * which is called with a constant line. */
#include "board.h"

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied);

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return attacks_on_line(RANK_LINE, square, occupied) |
           attacks_on_line(FILE_LINE, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return attacks_on_line(DIAGONAL, square, occupied) |
           attacks_on_line(ANTIDIAGONAL, square, occupied);
}
