/* SPDX-License-Identifier: MIT
 * Lists of scripts for the replay kernels:
 * - games: the games of the corpus, in order. Each move is followed by lookups for all sliders of
 *   the side to move next.
 * - search: searches (search.h) from positions evenly spread over the corpus. Each move, made after
 *   the last ones have been unmade, is followed by all lookups of the search on its board, grouped
 *   by piece. Those on other boards, such as tests whether a move is legal, are left out. */
#ifndef REPLAY_LISTS_H
#define REPLAY_LISTS_H

#include "workload/corpus.h"
#include "workload/list.h"

/* Fills a list of games, of which spec, piece and kind are set, with scripts that hold list->n
 * lookups. Sets list->n to the number of scripts. *found: the lookups that they hold, which may be
 * too few. Returns false if out of memory; list_free() then frees what there is. */
bool replay_list_fill(struct list *list, const struct corpus *corpus, size_t *found);

#endif
