/* SPDX-License-Identifier: MIT
 * The items of lists: queries and boards (generators.c), and replays (replay.c), which are moves of
 * games and searches that are made and unmade, for incremental schemes. */
#ifndef GENERATORS_H
#define GENERATORS_H

#include "workload/corpus.h"
#include "workload/list.h"

/* ---- lists of queries and of boards ---- */

/* - games: of each position of the corpus, in order, each slider of this piece of the side to move;
 *   for BOTH, each rook, bishop and queen. A board is a position in which the side to move has such
 *   sliders.
 * - search: all queries of searches (search.h) from positions evenly spread over the corpus; for
 *   BOTH, of all pieces.
 * - random: a uniform square; each square is occupied with the same probability. The corpus is
 *   not used.
 * A group of a mix has the next queries of a list for each of its pieces. */

/* Fills a list of n queries or boards, of which spec, piece, kind and n are set. Returns how many
 * the corpus gives, at most n. A short list of queries is repeated. */
size_t generate(struct list *list, uint64_t seed, const struct corpus *corpus);

/* ---- lists of scripts ---- */

/* - games: the games of the corpus, in order. Each move is followed by lookups for all sliders of
 *   the side to move next.
 * - search: searches (search.h) from positions evenly spread over the corpus. Each move, made after
 *   the moves that the search took back have been unmade, is followed by all lookups of the search
 *   on its board, grouped by piece. Lookups on other boards, such as tests whether a move is legal,
 *   are left out. */

/* Fills a list of games, of which spec, piece and kind are set, with scripts that hold list->n
 * lookups. Sets list->n to the number of scripts. Returns how many lookups they hold: fewer if the
 * corpus ends before. */
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
