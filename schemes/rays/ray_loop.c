/* SPDX-License-Identifier: MIT
 * Classic ray loop: step from square to square along each ray until a piece or the edge stops it.
 * Folklore, older than bitboards; https://www.chessprogramming.org/Sliding_Piece_Attacks
 * Cost: 4 loops, up to 14 steps for a rook and 13 for a bishop, a jump that must be guessed at
 * each. No tables. Branchy, multiply-free. */
#include "board.h"

/* A ray goes on from every square but those of the edge, which would lead off the board or to
 * another file, and those that are occupied, the slider's own excepted: one test for both. */
#define WALK(edge, STEP)                                                                           \
    for (bitboard at = slider, last = others | (edge); !(at & last);)                              \
        attacks |= at = STEP;

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square), others = occupied & ~slider, attacks = 0;
    WALK(RANK_8, at << 8)
    WALK(FILE_H, at << 1)
    WALK(RANK_1, at >> 8)
    WALK(FILE_A, at >> 1)
    return attacks;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square), others = occupied & ~slider, attacks = 0;
    WALK(RANK_8 | FILE_H, at << 9)
    WALK(RANK_1 | FILE_H, at >> 7)
    WALK(RANK_1 | FILE_A, at >> 9)
    WALK(RANK_8 | FILE_A, at << 7)
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
