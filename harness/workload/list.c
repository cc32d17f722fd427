/* SPDX-License-Identifier: MIT */
#include "workload/list.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "kernels/mix_shares.h"

#include <stdlib.h>
#include <string.h>

size_t list_group(enum piece piece)
{
    return piece > ALL ? MIX_GROUP : 1;
}

enum piece list_query_piece(enum piece piece, size_t query)
{
    if (piece <= ALL)
        return piece;
    unsigned i = query % MIX_GROUP;
    enum piece query_piece = ROOK;
    while (i >= mix_share(piece, query_piece))
        i -= mix_share(piece, query_piece++);
    return query_piece;
}

size_t list_steps(const struct list *list, size_t first, size_t end)
{
    if (list->kind == LIST_OF_GAMES)
        return list->games.moves_before[end] - list->games.moves_before[first];
    return end - first;
}

const bitboard *list_boards(const struct list *list, enum view_source views, size_t *n)
{
    *n = list_first_board(list, views, list->n);
    return views == VIEW_PER_GAME ? list->games.starts : list->occupied;
}

size_t list_first_board(const struct list *list, enum view_source views, size_t item)
{
    return views == VIEW_PER_MOVE ? list->games.moves_before[item] : item;
}

struct queries list_queries(const struct list *list, size_t first, size_t n)
{
    struct queries queries = {.n = n};
    switch (list->kind) {
    case LIST_OF_QUERIES:
        queries.square = list->square + first;
        break;
    case LIST_OF_BOARDS:
        queries.sliders = list->sliders + first;
        break;
    default: /* LIST_OF_GAMES */
        queries.script = list->games.script + list->games.script_at[first];
    }
    return queries;
}

void list_free(struct list *list)
{
    free(list->expected.prefix_sums);
    free(list->expected.game_end_sums);
    free(list->occupied);
    free(list->square);
    free(list->sliders);
    free(list->games.script);
    free(list->games.script_at);
    free(list->games.moves_before);
    free(list->games.starts);
    *list = (struct list){0};
}

/* ---- memory ---- */

void *list_allocate(size_t n, size_t size)
{
    size_t bytes = (n * size + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
    void *memory = aligned_alloc(CACHE_LINE_BYTES, bytes ? bytes : CACHE_LINE_BYTES);
    if (!memory)
        no_memory(bytes);
    return memset(memory, 0, bytes);
}
