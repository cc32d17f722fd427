/* SPDX-License-Identifier: MIT */
#ifndef SEARCH_H
#define SEARCH_H

#include "position.h"

enum { MAX_DEPTH = 64 };

/* ---- the evaluation ---- */

/* Material in centipawns by kind, for the order of captures. */
extern const int piece_values[KINDS];

/* Returns the value of a position for the side to move, in centipawns. */
int evaluate(const struct position *p);

/* ---- the search ---- */

/* Searches by iterative deepening, prints a line of each depth, and returns the best move, or 0 if
 * there is no legal one. Ends after `depth` or as soon as `nodes` are visited; always the same. */
move search(const struct position *p, int depth, uint64_t nodes);

/* Forgets all positions searched before. */
void search_clear(void);

#endif
