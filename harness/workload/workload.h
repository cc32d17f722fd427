/* SPDX-License-Identifier: MIT
 * Lists of queries: every machine and every scheme is asked the same ones, in the same order. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "workload/corpus.h"
#include "base/error.h"
#include "scheme.h"

/* What a list is made of depends on the mode that walks it. */
enum list_kind { LIST_OF_QUERIES, LIST_OF_BOARDS, LIST_OF_GAMES, LIST_OF_PERFT_TASKS, LIST_KINDS };

static inline enum list_kind list_kind_of(enum mode mode)
{
    static const enum list_kind kinds[MODES] = {
        [MODE_SETWISE] = LIST_OF_BOARDS,      [MODE_REPLAY] = LIST_OF_GAMES,
        [MODE_REPLAY_UPKEEP] = LIST_OF_GAMES, [MODE_REPLAY_LOOKUPS] = LIST_OF_GAMES,
        [MODE_PERFT] = LIST_OF_PERFT_TASKS, /* all others: queries */
    };
    return kinds[mode];
}

/* sums[i] adds up piece_checksum() of the answers to the first i queries, boards or games of n, or nodes, so that any stretch
 * of a list can be checked. [n + 1] */
struct expected {
    bitboard *prefix_sums;
    bitboard *game_end_sums; /* games: of the question at each end alone; NULL for other lists */
};

/* A list for one piece. It is walked round and round, so it must be long: a list of a few thousand
 * queries is learnt by heart by the branch predictor. */
struct workload {
    const char *name; /* "games", "games:2-15", "search", "random", "random:40"               */
    enum piece piece;
    enum list_kind kind;
    size_t n;           /* queries, boards, games or positions                                */
    size_t distinct;    /* before a short list of queries begins anew, within n; else n       */
    bitboard *occupied; /* [n]; of games one a move: after it                                 */
    struct expected
        expected; /* of the oracle's answers                                            */

    uint8_t *square;             /* queries: [n]                                              */
    struct slider_sets *sliders; /* boards: [n], see scheme.h                                 */
    uint8_t *script;             /* games: see scheme.h                                       */
    size_t *script_at;           /* games: [n + 1], where each begins                         */
    size_t *steps_before;        /* games: [n + 1], moves; positions: nodes                   */
    bitboard *starts;            /* games: [n], occupancy                                     */
    struct perft_task *tasks;    /* positions: [n]                                            */

    double lookups; /* sliders asked for: mean over queries, boards, moves; NAN: not counted  */
    double
        mean_occupied; /* occupied squares, mean                                                 */
};

enum { WORKLOAD_NAME = 24 };

/* Reads a workload as a user writes it and returns the one name by which it goes everywhere: random:033.30 is
 * random:33.3, random:25 is random, games:02-09 is games:2-9. Blanks and signs are STATUS_USAGE. */
bool workload_parse(const char *text, char name[static WORKLOAD_NAME], struct error *error);

/* What it takes to make a list. */
struct workload_request {
    const char *name;
    enum piece piece;
    enum list_kind kind;
    size_t n; /* queries or boards; of games as many as hold n lookups                        */
    uint64_t seed;
    const char *corpus_name; /* for errors                                                    */
};

/* Whose answers are summed up. */
struct reference {
    const void *context;
    bitboard (*attacks)(const void *context, enum piece piece, unsigned square,
                        bitboard occupied); /* returns piece_checksum() */
    bitboard (*attacks_of_set)(const void *context, enum piece piece, bitboard sliders,
                               bitboard occupied);
};

/* Into arrays of its own, which expected_free() frees; false if there is no memory. */
bool expected_compute(const struct workload *workload, const struct reference *reference,
                      struct expected *expected);
void expected_free(struct expected *expected);

/* Random boards and a search have no games and no sides; ALL is no single query, BOTH no set. Positions, for perft,
 * are the "standard" ones. */
bool workload_possible(const char *name, enum piece piece, enum list_kind kind);

/* "games": for each position of the corpus, in order, each piece of this kind of the side to move;
 * for BOTH, each rook, bishop and queen. Boards are the positions of the corpus in which the side to move has such
 * sliders; games are its first ones. "games:2-15": of positions with 2 to 15 men alone, and of both
 * sides, as there are fewer of these.
 * "search": what a search (search.h) from positions of the corpus, far from each other, asks; for BOTH, all of it.
 * An error if the corpus gives fewer than n: `corpus_name` is said.
 * "random": a uniform square, and each square occupied with a probability of 25 %, as by and-ing two random
 * words; "random:40": of 40 %. The corpus is not looked at. */
bool workload_make(struct workload *workload, const struct workload_request *request,
                   const struct corpus *corpus, struct error *error);

void workload_free(struct workload *workload);

#endif
