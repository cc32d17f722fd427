/* SPDX-License-Identifier: MIT
 * A list: what kernels run over for one workload and piece, and the sums that a correct kernel
 * returns. A list is the same on every machine and for every scheme. */
#ifndef LIST_H
#define LIST_H

#include "kernels/queries.h"
#include "workload/corpus.h"
#include "workload/workload_spec.h"

#include <stddef.h>

/* The boards of which a kernel run needs views. */
enum view_source {
    VIEW_PER_ITEM, /* one per query or board                                                */
    VIEW_PER_GAME, /* one for each game's start; the kernel updates it move by move. A lookup at
                      the end of each game shows a wrong update                             */
    VIEW_PER_MOVE, /* one per move of all games, after the move                             */
};

/* The sums that kernels must return. Element i is the sum over the first i items of the list, so
 * that a run over any part of the list can be checked. */
struct expected {
    bitboard *prefix_sums;   /* [n + 1], of piece_checksum() of all lookups             */
    bitboard *game_end_sums; /* [n + 1], of the lookups at the ends of games; else NULL */
};

/* The games of a list. In the workload `search` a game is one search. */
struct game_list {
    uint8_t *script;      /* in the format of queries.h, game after game        */
    size_t *script_at;    /* [n + 1], offset of each game's script              */
    size_t *moves_before; /* [n + 1], moves of all games before                 */
    bitboard *starts;     /* [n], occupancy before each game's first move       */
};

struct list_request {
    struct workload_spec spec;
    enum piece piece;
    enum list_kind kind;
    size_t n; /* number of queries or boards; in a list of games, of lookups */
    uint64_t seed;
};

/* A timed run goes through the list again and again. The list must be long, because a branch
 * predictor learns a list of a few thousand queries. */
struct list {
    struct list_request request; /* makes the same list again from the same positions */
    struct workload_spec spec;
    char name[WORKLOAD_NAME]; /* of the spec */
    enum piece piece;
    enum list_kind kind;
    size_t n;           /* items: queries, boards or games                                  */
    size_t distinct;    /* items before a short list of queries repeats; in other lists n   */
    bitboard *occupied; /* [n]; in a list of games [moves], after each move                 */
    struct expected expected;
    bitboard checksum;           /* expected sum over the distinct items */
    uint8_t *square;             /* LIST_OF_QUERIES: [n]     */
    struct slider_sets *sliders; /* LIST_OF_BOARDS: [n]      */
    struct game_list games;      /* LIST_OF_GAMES            */
    double mean_lookups;         /* per query, board or move; NAN: unknown, from a log    */
    double mean_occupied;        /* occupied squares per board                      */
};

/* Returns how many queries belong together: MIX_GROUP in a mix, else 1. The length of a list, and
 * of each kernel run over it, is a multiple of this number. */
size_t list_group(enum piece piece);

/* Returns the piece of the query with this index in a list for `piece`: in a mix, the piece whose
 * turn it is; else `piece` itself. */
enum piece list_query_piece(enum piece piece, size_t query);

/* Returns the number of steps in the items from first to end - 1. A step is a move in a list of
 * games, else an item. Results are times per step. */
size_t list_steps(const struct list *list, size_t first, size_t end);

/* Returns the boards from which views are built, and their number. */
const bitboard *list_boards(const struct list *list, enum view_source views, size_t *n);

/* Returns the index in list_boards() of the first board of an item. */
size_t list_first_board(const struct list *list, enum view_source views, size_t item);

/* Returns a kernel's input for n items from `first` on. The caller sets its members views and
 * zero. */
struct queries list_queries(const struct list *list, size_t first, size_t n);

/* ---- making a list ---- */

/* Makes a list that workload_possible() allows. Fails with STATUS_INPUT if the corpus gives fewer
 * queries, boards or lookups than requested, or if all queries are the same. */
bool list_make(struct list *list, const struct list_request *request, const struct corpus *corpus,
               struct error *error);

/* Computes the sums, in new arrays, from the oracle's attack sets; or, unless mock is NULL, from
 * the sets of the mock, which are wrong by design and whose view is the bitboard. */
void expected_compute(const struct list *list, const struct scheme *mock,
                      struct expected *expected);

void list_free(struct list *list);

/* ---- the items of a list, for list_make() ---- */

/* Fills a list of n queries or boards, in which request, spec, piece, kind and n are set. Returns
 * how many the corpus gives, at most n. Repeats a list of few queries, so that it becomes longer.
 * - games: each position of the corpus, in order, gives a query for each slider of this piece that
 *   the side to move has; for BOTH, for each rook, bishop and queen. It gives a board if the side
 *   to move has such a slider.
 * - search: the queries for this piece, or for all pieces with BOTH, that searches make (search.h).
 *   The searches begin from positions that are spread evenly over the corpus.
 * - random: the square is drawn from all squares, and each square is occupied with the same
 *   probability. The corpus is not used.
 * The list of a mix takes the queries of each group from lists of its pieces, in order. */
size_t list_fill(struct list *list, const struct corpus *corpus);

/* Fills a list of games, in which spec, piece and kind are set, with replays that together have
 * list->n lookups. A replay is the moves of a game or search, made and unmade, which the view of a
 * scheme follows. Sets list->n to the number of replays. Returns the number of their lookups, which
 * is lower than requested if the corpus ends before.
 * - games: the games of the corpus, in order. After each move come lookups for all sliders of the
 *   side that moves next.
 * - search: searches (search.h) from positions that are spread evenly over the corpus. Before each
 *   move, the moves that the search has taken back are unmade. After the move come all lookups of
 *   the search on the new board, grouped by piece. Lookups on other boards, such as tests whether a
 *   move is legal, are left out. */
size_t replay_list_fill(struct list *list, const struct corpus *corpus);

/* ---- memory ---- */

/* Returns n elements of `size` bytes, all zero, for a list or views; free() releases them. The
 * first element begins on a cache line, so that the input of a run always has the same alignment,
 * and vectors may be loaded from views. */
void *list_allocate(size_t n, size_t size);

/* Returns the scheme's views of n boards, in memory of list_allocate(). */
void *list_views(const struct scheme *scheme, const bitboard *boards, size_t n);

#endif
