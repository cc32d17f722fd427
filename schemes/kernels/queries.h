/* SPDX-License-Identifier: MIT
 * What kernels run over: lists of queries, scripts of games, mixes of pieces. */
#ifndef QUERIES_H
#define QUERIES_H

#include "scheme.h"

/* The input of one kernel run. Each kernel reads the members that it needs. */
struct queries {
    size_t n;                          /* queries; boards of SETWISE; games of REPLAY */
    const uint8_t *square;             /* [n]; BOARD: the square whose set is summed up */
    const struct slider_sets *sliders; /* SETWISE: [n] */
    const uint8_t *script;             /* REPLAY and its parts: n games, see below */

    /* Of the scheme's own type: [n]. REPLAY: one of each game's start; REPLAY_LOOKUPS: one per
     * move. */
    const void *views;

    /* 0, hidden from the compiler: LATENCY adds result & zero to the next square, and
     * LATENCY_OCCUPANCY to the address of the next view. */
    bitboard zero;
};

/* The bytes of a script, which describes a game. Numbers of two bytes have the low byte first. In a
 * search, the squares of a move begin with the squares that unmake moves before it. */
enum {
    SCRIPT_SQUARE = 0, /* of a queen that is queried at the end, after all moves are unmade */
    SCRIPT_MOVES = 1,  /* two bytes: the number of moves                                    */
    SCRIPT_UNMADE = 3, /* two bytes: the number of groups of squares at the end             */
    SCRIPT_HEADER = 5, /* The moves follow, and the groups, which unmake them: the number of
                          squares that change, and these squares.                           */

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

/* Queries of a mix come in groups: its rooks first, then its bishops, queens and boths. */
enum { MIX_GROUP = 16 };

/* Returns how many queries of each group are for this piece, of PIECES: the lookups per node that
 * were counted in searches, rounded to 16ths. BOTH is a rook's and a bishop's lookup in succession,
 * on one square and occupancy.
 *
 *     MIX_NNUE  means of the shares in Stockfish 16 (rook 1.45, bishop 1.10, queen 0.52, both
 *               2.96), Stockfish 18 (1.86, 1.44, 0.86, 4.61) and Smallbrain 7 (1.27, 1.01, 0.21,
 *               4.30)
 *     MIX_HCE   means of the shares in Stockfish 16 (3.42, 4.57, 1.38, 4.88), Ethereal 12.75
 *               (4.03, 4.01, 0.73, 4.59) and Weiss 2.1 (5.64, 3.96, 4.03, 4.02) */
static inline unsigned mix_share(enum piece mix, enum piece piece)
{
    static const uint8_t shares[][PIECES] = {
        {3, 3, 1, 9}, /* MIX_NNUE: rook, bishop, queen, both */
        {5, 4, 2, 5}, /* MIX_HCE */
    };
    return shares[mix - MIX_NNUE][piece];
}

#endif
