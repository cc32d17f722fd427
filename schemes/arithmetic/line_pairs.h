/* SPDX-License-Identifier: MIT
 * Tables of schemes that compute two lines in 128 bits: both lines of a rook or of a bishop. */
#include "board.h"

enum { OF_ROOKS, OF_BISHOPS };

/* [OF_ROOKS]: rank and file; [OF_BISHOPS]: the diagonals. */
static ALIGNED(64) bitboard masks[2][64][2];
static ALIGNED(64) bitboard slider_bits[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        masks[OF_ROOKS][square][0] = line_mask(RANK_LINE, square);
        masks[OF_ROOKS][square][1] = line_mask(FILE_LINE, square);
        masks[OF_BISHOPS][square][0] = line_mask(DIAGONAL, square);
        masks[OF_BISHOPS][square][1] = line_mask(ANTIDIAGONAL, square);
        slider_bits[square] = square_bit(square);
    }
}
