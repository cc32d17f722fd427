/* SPDX-License-Identifier: MIT */
#include "chess/oracle.h"

static bitboard walk(unsigned square, int right, int up, bitboard occupied)
{
    bitboard reached = 0;
    int file = (int)square % 8, rank = (int)square / 8;
    for (;;) {
        file += right;
        rank += up;
        if (file < 0 || file > 7 || rank < 0 || rank > 7)
            return reached;
        bitboard here = (bitboard)1 << (8 * rank + file);
        reached |= here;
        if (occupied & here)
            return reached;
    }
}

bitboard oracle_rook(unsigned square, bitboard occupied)
{
    return walk(square, 1, 0, occupied) | walk(square, -1, 0, occupied) |
           walk(square, 0, 1, occupied) | walk(square, 0, -1, occupied);
}

bitboard oracle_bishop(unsigned square, bitboard occupied)
{
    return walk(square, 1, 1, occupied) | walk(square, -1, -1, occupied) |
           walk(square, -1, 1, occupied) | walk(square, 1, -1, occupied);
}

void oracle_attacks(enum piece piece, unsigned square, bitboard occupied, bitboard *sets)
{
    sets[0] = piece == BISHOP ? 0 : oracle_rook(square, occupied);
    if (piece == BOTH)
        sets[1] = oracle_bishop(square, occupied);
    else if (piece != ROOK)
        sets[0] |= oracle_bishop(square, occupied);
}
