/* SPDX-License-Identifier: MIT
 * Positions for perft: by turns one of a game and one that a search (search.h) from there visits.
 * No two have the same occupancy, and each has legal moves. Their number is beyond the branch
 * predictor's reach: on Zen 5 a ray loop gets no slower from 512 on, a table from 1024 on. */
#ifndef PERFT_LIST_H
#define PERFT_LIST_H

#include "workload/corpus.h"
#include "workload/list.h"

enum { PERFT_POSITIONS = 2048, PERFT_DEPTH = 2 };

/* Fills a list of list->n perft positions. *found: how many the corpus gives, at most n. False
 * if out of memory; list_free() then frees what there is. Nodes are counted by the plain move
 * generator of position.h. */
bool perft_list_fill(struct list *list, const struct corpus *corpus, size_t *found);

#endif
