/* SPDX-License-Identifier: MIT
 * From floods to attacks. A fill includes this and then defines flood().
 *
 * A flood that may leave the board sideways is kept off both outer files: it stops on the b- or
 * g-file, and the last step moves it to the edge, whose occupancy never matters. So one set of
 * empty squares serves a direction and its opposite, and only the last step needs a wrap mask. */
#include "board.h"

/* Squares reached in steps to higher and to lower squares, with the sliders and without the
 * blockers. */
struct flooded {
    bitboard up, down;
};

static inline struct flooded flood(bitboard sliders, bitboard empty, unsigned step);

#define INNER_FILES (~(FILE_A | FILE_H))

static inline bitboard rooks_attacks(bitboard rooks, bitboard occupied)
{
    struct flooded file = flood(rooks, ~occupied, 8),
                   rank = flood(rooks, ~occupied & INNER_FILES, 1);
    return file.up << 8 | file.down >> 8 | (rank.up << 1 & ~FILE_A) | (rank.down >> 1 & ~FILE_H);
}
#define rooks_attacks rooks_attacks

static inline bitboard bishops_attacks(bitboard bishops, bitboard occupied)
{
    struct flooded diagonal = flood(bishops, ~occupied & INNER_FILES, 9);
    struct flooded antidiagonal = flood(bishops, ~occupied & INNER_FILES, 7);
    return ((diagonal.up << 9 | antidiagonal.down >> 7) & ~FILE_A) |
           ((diagonal.down >> 9 | antidiagonal.up << 7) & ~FILE_H);
}
#define bishops_attacks bishops_attacks

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rooks_attacks(square_bit(square), occupied);
}

/* The set is hidden from clang, which knows that it has one bit, and would compute it again by bts,
 * on the two ports that all shifts need. */
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard bishop = square_bit(square);
    HIDE_FROM_COMPILER(bishop);
    return bishops_attacks(bishop, occupied);
}
