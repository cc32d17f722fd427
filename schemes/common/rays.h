/* SPDX-License-Identifier: MIT
 * Rays for the ray schemes. A forward ray runs to higher squares, and its first blocker is the
 * lowest occupied bit; the first blocker of a backward ray is the highest. */
#ifndef RAYS_H
#define RAYS_H

#include "board.h"

enum direction {
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    WEST,
    SOUTH,
    SOUTH_WEST,
    SOUTH_EAST,
    DIRECTIONS
};

/* The number of forward directions. The backward ones follow, in the order of their opposites. */
#define FORWARD_DIRECTIONS WEST

#define BIT_A1 ((bitboard)1)
#define BIT_H8 ((bitboard)1 << 63)

/* Returns the whole ray up to the edge, without the square itself. */
static inline bitboard ray_mask(enum direction direction, unsigned square)
{
    static const int files[DIRECTIONS] = {1, 0, 1, -1, -1, 0, -1, 1},
                     ranks[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    return reference_ray(square, files[direction], ranks[direction], 0);
}

/* Forward rays are stored by square and backward rays by 63 - square: counts of trailing and
 * leading zeros then index them directly. */
static inline unsigned ray_slot(enum direction direction, unsigned square)
{
    return direction < FORWARD_DIRECTIONS ? square : 63 - square;
}

#endif
