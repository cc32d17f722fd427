/* SPDX-License-Identifier: MIT
 * A fill without wrap mask: from the h-file it continues on the a-file. */
#include "board.h"

static bitboard step(bitboard b, int by)
{
    return by > 0 ? b << by : b >> -by;
}

static bitboard spread(unsigned square, bitboard occupied, int by)
{
    bitboard flood = square_bit(square), reached = 0;
    for (int i = 0; i < 7; i++) {
        flood = step(flood, by);
        reached |= flood;
        flood &= ~occupied;
    }
    return reached;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return spread(square, occupied, 1) | spread(square, occupied, -1) |
           spread(square, occupied, 8) | spread(square, occupied, -8);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A fill that wraps"};
