/* SPDX-License-Identifier: MIT */
#ifndef SEARCH_H
#define SEARCH_H

#include "position.h"

enum { MAX_DEPTH = 64 };

/* Searches by iterative deepening, prints a line of each depth, and returns the best move, or 0 if
 * there is no legal one. Ends after `depth` or as soon as `nodes` are visited; always the same. */
move search(const struct position *p, int depth, uint64_t nodes);

/* Forgets all positions searched before. */
void search_clear(void);

#endif
