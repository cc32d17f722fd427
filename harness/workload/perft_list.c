/* SPDX-License-Identifier: MIT */
#include "workload/perft_list.h"
#include "chess/search.h"
#include "workload/list_memory.h"

#include <math.h>

static size_t count_nodes(struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    size_t n = legal_moves(position, &oracle_sliders, moves), nodes = 0;
    if (depth == 1)
        return n;
    for (size_t i = 0; i < n; i++) {
        struct undo undo = make_move(position, moves[i]);
        nodes += count_nodes(position, depth - 1);
        unmake_move(position, moves[i], &undo);
    }
    return nodes;
}

/* Adds a position as item n, if it has legal moves and a board of its own; returns the new
 * length. */
static size_t add(struct list *list, size_t n, struct position *position)
{
    struct perft_list *perft = &list->perft;
    bitboard occupied = position_occupied(position);
    for (size_t i = 0; i < n; i++)
        if (list->occupied[i] == occupied)
            return n;
    size_t nodes = count_nodes(position, PERFT_DEPTH);
    if (!nodes)
        return n;
    list->occupied[n] = occupied;
    perft->tasks[n] = (struct perft_task){perft_position_of(position), PERFT_DEPTH};
    perft->nodes_before[n + 1] = perft->nodes_before[n] + nodes;
    return n + 1;
}

struct visit {
    struct position position; /* after the last move that was made */
    size_t moves;             /* made so far */
};

/* Ends a search after some hundred moves: its variations are then those of no game. */
static bool visit(void *context, const struct position *position, bool made)
{
    enum { MOVES = 100 };
    struct visit *last = context;
    if (made) {
        last->position = *position;
        last->moves++;
    }
    return last->moves < MOVES;
}

bool perft_list_fill(struct list *list, const struct corpus *corpus, size_t *found)
{
    struct perft_list *perft = &list->perft;
    list->mean_lookups = NAN;
    list->distinct = list->n;
    list->occupied = list_allocate(list->n, sizeof *list->occupied);
    perft->tasks = list_allocate(list->n, sizeof *perft->tasks);
    perft->nodes_before = list_allocate(list->n + 1, sizeof *perft->nodes_before);
    if (!list->occupied || !perft->tasks || !perft->nodes_before)
        return false;
    struct corpus_walk walk = corpus_roots(corpus, list->n);
    for (*found = 0; *found < list->n && corpus_next(&walk);) {
        struct visit last = {.moves = 0};
        struct position root = walk.position;
        *found = add(list, *found, &root);
        search(&root, SEARCH_DEPTH, &(struct search_observer){.move = visit, .context = &last});
        if (last.moves && *found < list->n)
            *found = add(list, *found, &last.position);
    }
    return true;
}
