/* SPDX-License-Identifier: MIT
 * The queries of an engine's search: a small alpha-beta search with quiescence search, which passes
 * its slider lookups and its moves to callbacks. Its boards differ from the boards of a game:
 *   - consecutive queries differ by one square or one piece;
 *   - the same squares recur, while each board of a game occurs once;
 *   - kings look along all lines for checks and pins.
 * The search has the parts of an engine that decide which boards are visited: fail-soft alpha-beta,
 * full replies to checks, captures ordered by most valuable victim and least valuable attacker, and
 * an evaluation of material and slider mobility. Knuth & Moore, An Analysis of Alpha-Beta Pruning,
 * Artificial Intelligence 6 (1975), 293-326; https://www.chessprogramming.org/Quiescence_Search */
#ifndef SEARCH_H
#define SEARCH_H

#include "chess/position.h"

enum { SEARCH_DEPTH = 5 }; /* plies before the quiescence search, for the workload `search` */

/* The callbacks. Each returns false to stop the search. */
struct search_observer {
    /* Receives each lookup. The piece is ROOK, BISHOP, or QUEEN if the search needs both sets of
     * one square. */
    bool (*query)(void *context, enum piece piece, unsigned square, bitboard occupied);
    /* Receives the position after a move has been made or unmade. A search that was stopped still
     * unmakes all moves. May be NULL. */
    bool (*move)(void *context, const struct position *position, bool made);
    void *context;
};

/* Searches to this depth, unless a callback stops it. */
void search(const struct position *position, unsigned depth,
            const struct search_observer *observer);

#endif
