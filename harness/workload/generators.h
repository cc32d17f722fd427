/* SPDX-License-Identifier: MIT
 * Filling lists with items: with queries and boards (generators.c), or with replays (replay.c). A
 * replay is the moves of a game or search, as they are made and unmade, which incremental schemes
 * follow. */
#ifndef GENERATORS_H
#define GENERATORS_H

#include "workload/corpus.h"
#include "workload/list.h"

/* ---- lists of queries and of boards ---- */

/* - games: each position of the corpus, in order, gives a query for each slider of this piece that
 *   the side to move has; for BOTH, for each rook, bishop and queen. It gives a board if the side
 *   to move has such a slider.
 * - search: the queries for this piece, or for all pieces with BOTH, that searches make (search.h).
 *   The searches begin from positions that are spread evenly over the corpus.
 * - random: the square is drawn from all squares, and each square is occupied with the same
 *   probability. The corpus is not used.
 * A list of a mix takes the queries of each group from lists of its pieces, in order. */

/* Fills a list of n queries or boards, in which spec, piece, kind and n are set. Returns how many
 * the corpus gives, at most n. If it gives fewer queries, these are repeated. */
size_t generate(struct list *list, uint64_t seed, const struct corpus *corpus);

/* ---- lists of scripts ---- */

/* - games: the games of the corpus, in order. After each move come lookups for all sliders of the
 *   side that moves next.
 * - search: searches (search.h) from positions that are spread evenly over the corpus. Before each
 *   move, the moves that the search has taken back are unmade. After it come all lookups of the
 *   search on the new board, grouped by piece. Lookups on other boards, such as tests whether a
 *   move is legal, are left out. */

/* Fills a list of games, in which spec, piece and kind are set, with scripts that together have
 * list->n lookups. Sets list->n to the number of scripts. Returns how many lookups they have, which
 * are fewer if the corpus ends before. */
size_t replay_list_fill(struct list *list, const struct corpus *corpus);

/* Returns the square of the lookup at the end of a game. */
unsigned replay_end_square(const struct list *list, size_t game);

/* Iterates over all other lookups of a game:
 *     struct replay_walk walk = replay_walk_of(list, game);
 *     while (replay_next(&walk))
 *         ... walk.piece, walk.square, walk.occupied ... */
struct replay_walk {
    enum piece piece;
    unsigned square;
    bitboard occupied;
    /* private */
    const bitboard *after, *end; /* occupancies after the moves that are left     */
    const uint8_t *counts;       /* of the current move                           */
    const uint8_t *next;         /* byte of the script                            */
    unsigned left;               /* lookups of the current move and kind of piece */
};

/* Returns a walk that begins before the first lookup. */
struct replay_walk replay_walk_of(const struct list *list, size_t game);

/* Moves to the next lookup. Returns false after the last one. */
bool replay_next(struct replay_walk *walk);

#endif
