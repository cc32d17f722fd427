/* SPDX-License-Identifier: MIT
 * Games as scripts for the replay kernels. scheme.h has the format. Each move is followed by
 * lookups for all sliders of the side to move next. */
#ifndef REPLAY_SCRIPT_H
#define REPLAY_SCRIPT_H

#include "workload/corpus.h"
#include "workload/list.h"

/* Fills a list of games, of which spec, piece and kind are set, with the first games of the
 * corpus that hold list->n lookups, and sets list->n to their number. *found: the lookups that
 * they hold, which may be too few. False without memory; list_free() then frees what there is. */
bool replay_script_fill(struct workload *list, const struct corpus *corpus, size_t *found);

/* Returns the square of the lookup at the end of a game. */
unsigned replay_end_square(const struct workload *list, size_t game);

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

struct replay_walk replay_walk_of(const struct workload *list, size_t game);
bool replay_next(struct replay_walk *walk);

#endif
