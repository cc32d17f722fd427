/* SPDX-License-Identifier: MIT
 * Classic ray loop: steps from square to square along each ray up to a piece or the edge. Folklore,
 * older than bitboards; https://www.chessprogramming.org/Sliding_Piece_Attacks
 * Cost: 4 loops, up to 14 steps for a rook and 13 for a bishop, each with a jump that must be
 * predicted. No tables. Branchy, multiply-free. */
#include "board.h"

/* A ray ends at an edge square, from which a step leaves the board or changes the file. It ends at
 * an occupied square other than the slider's own, too: one test for both. */
#define WALK(edge, STEP)                                                                           \
    for (bitboard reached = slider, last = others | (edge); !(reached & last);)                    \
        attacks |= reached = STEP;

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square), others = occupied & ~slider, attacks = 0;
    WALK(RANK_8, reached << 8)
    WALK(FILE_H, reached << 1)
    WALK(RANK_1, reached >> 8)
    WALK(FILE_A, reached >> 1)
    return attacks;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square), others = occupied & ~slider, attacks = 0;
    WALK(RANK_8 | FILE_H, reached << 9)
    WALK(RANK_1 | FILE_H, reached >> 7)
    WALK(RANK_1 | FILE_A, reached >> 9)
    WALK(RANK_8 | FILE_A, reached << 7)
    return attacks;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Classic ray loop",
    .author = "folklore",
    .year = "1970s",
    .source = "https://www.chessprogramming.org/Sliding_Piece_Attacks",
    .traits = MULTIPLY_FREE,
};
