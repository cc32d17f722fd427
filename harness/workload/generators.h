/* SPDX-License-Identifier: MIT
 * Lists of queries and of boards:
 * - games: of each position of the corpus, in order, each slider of this piece of the side to move;
 *   for BOTH, each rook, bishop and queen. A board is a position in which the side to move has such
 *   sliders.
 * - search: all queries of searches (search.h) from positions evenly spread over the corpus; for
 *   BOTH, of all pieces.
 * - random: a uniform square; each square is occupied with the same probability. The corpus is
 *   not used.
 * A group of a mix has the next queries of a list for each of its pieces. */
#ifndef GENERATORS_H
#define GENERATORS_H

#include "workload/corpus.h"
#include "workload/list.h"

/* Fills a list of n queries or boards, of which spec, piece, kind and n are set. Returns how many
 * the corpus gives, at most n. A short list of queries is repeated. */
size_t generate(struct list *list, uint64_t seed, const struct corpus *corpus);

#endif
