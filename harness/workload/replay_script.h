/* SPDX-License-Identifier: MIT
 * Scripts for the replay kernels, written and read. kernels/queries.h has the format. */
#ifndef REPLAY_SCRIPT_H
#define REPLAY_SCRIPT_H

#include "chess/position.h"
#include "workload/list.h"

/* By piece: a search queries at most the 30 sliders of both sides, those of the side to move once
 * more, and the king's lines three times. */
enum { MAX_LOOKUPS_AFTER_MOVE = 48, MAX_CHANGES_BEFORE_MOVE = 255 };

/* A move: squares that change between empty and occupied, and the lookups that follow. */
struct replay_move {
    unsigned changes, lookups[BOTH]; /* numbers of squares */
    uint8_t changed[MAX_CHANGES_BEFORE_MOVE], square[BOTH][MAX_LOOKUPS_AFTER_MOVE];
};

struct replay_writer {
    struct list *list;
    size_t lookups; /* written so far */
    /* private */
    uint8_t *begin, *next; /* of the current script */
    unsigned unmade;       /* groups in it          */
};

/* Allocates an empty list of games. Returns false if out of memory; list_free() then frees what
 * there is. The list has room for `games` games, `moves` moves in all of them together, and
 * `lookups` lookups after each move. */
bool replay_allocate(struct list *list, size_t games, size_t moves, size_t lookups);

/* Append a script: its beginning; each move, with the occupancy after it; groups of squares that
 * change back; its end. */
void replay_begin(struct replay_writer *writer, const struct position *start);
void replay_put_move(struct replay_writer *writer, const struct replay_move *move,
                     bitboard occupied);
void replay_put_unmade(struct replay_writer *writer, const struct replay_move *changes);
void replay_end(struct replay_writer *writer);

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
