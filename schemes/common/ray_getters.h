/* SPDX-License-Identifier: MIT
 * Getters of the schemes that have one rule for forward rays and one for backward rays. A scheme
 * defines before it includes this
 *
 *     bitboard forward(enum direction direction, unsigned square, bitboard occupied)
 *     bitboard backward(enum direction direction, unsigned square, bitboard occupied)
 *
 * which return the attacks along one ray and are called with a constant direction. */
#include "rays.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return forward(EAST, square, occupied) | forward(NORTH, square, occupied) |
           backward(WEST, square, occupied) | backward(SOUTH, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return forward(NORTH_EAST, square, occupied) | forward(NORTH_WEST, square, occupied) |
           backward(SOUTH_WEST, square, occupied) | backward(SOUTH_EAST, square, occupied);
}
