/* SPDX-License-Identifier: MIT
 * What kernels run over: lists of queries, scripts of games. */
#ifndef QUERIES_H
#define QUERIES_H

#include "scheme.h"

/* The input of one kernel run. Each kernel reads the members that it needs. */
struct queries {
    size_t n;                          /* queries; SETWISE, BOARD: boards; REPLAY: games */
    const uint8_t *square;             /* [n]; BOARD: the square whose set is summed up */
    const struct slider_sets *sliders; /* SETWISE: [n] */
    const uint8_t *script;             /* REPLAY and its parts: n games, see below */

    /* Of the scheme's own type: [n], for REPLAY and REPLAY_UPKEEP the view at each game's start.
     * REPLAY_LOOKUPS: one view for each move, after it is made. */
    const void *views;

    /* 0, hidden from the compiler: LATENCY adds result & zero to the next square, and
     * LATENCY_OCCUPANCY to the address of the next view. */
    bitboard zero;
};

/* The bytes of a script, which describes a game. Numbers of two bytes have the low byte first. In a
 * search, the squares of a move begin with the squares that change as earlier moves are unmade. */
enum {
    SCRIPT_SQUARE = 0, /* the square of a queen's query at the end, after all is unmade     */
    SCRIPT_MOVES = 1,  /* two bytes: the number of moves                                    */
    SCRIPT_UNMADE = 3, /* two bytes: the number of groups of squares at the end             */
    SCRIPT_HEADER = 5, /* The moves follow, and the groups, which unmake them. A group is the
                          number of squares that change, and these squares.                 */

    MOVE_CHANGES = 0, /* the number of squares that change between empty and occupied  */
    MOVE_LOOKUPS = 1, /* the numbers of rooks, of bishops and of queens to query       */
    MOVE_HEADER = 4,  /* All these squares follow, in this order.                      */
};

/* Returns the term of a query in a kernel's sum: too cheap to show in the results, yet different
 * for exchanged rook and bishop sets. */
static inline bitboard piece_checksum(enum piece piece, const bitboard *sets)
{
    return piece == BOTH ? sets[0] + 2 * sets[1] : sets[0];
}

#endif
