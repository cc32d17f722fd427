/* SPDX-License-Identifier: MIT */
#include "workload/list.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/tuning.h"
#include "chess/oracle.h"
#include "kernels/mix_shares.h"

#include <stdio.h>
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

/* ---- the sums that a correct kernel returns ---- */

static bitboard attacks(const struct scheme *mock, enum piece piece, unsigned square,
                        bitboard occupied)
{
    bitboard sets[2];
    if (mock)
        mock->piece[piece].attacks(square, &occupied, sets);
    else
        oracle_attacks(piece, square, occupied, sets);
    return piece_checksum(piece, sets);
}

static bitboard attacks_of_set(const struct scheme *mock, enum piece piece, bitboard sliders,
                               bitboard occupied)
{
    if (mock)
        return mock->piece[piece].attacks_of_set(sliders, &occupied);
    bitboard set = 0;
    for (; sliders; sliders &= sliders - 1)
        set |= attacks(NULL, piece, lowest_square(sliders), occupied);
    return set;
}

static bitboard board_sum(const struct list *list, size_t i, const struct scheme *mock)
{
    const struct slider_sets *sliders = &list->sliders[i];
    bitboard occupied = list->occupied[i];
    if (list->piece != ALL)
        return attacks_of_set(mock, list->piece,
                              list->piece == BISHOP ? sliders->diagonal : sliders->orthogonal,
                              occupied);
    return attacks_of_set(mock, ROOK, sliders->orthogonal, occupied) |
           attacks_of_set(mock, BISHOP, sliders->diagonal, occupied);
}

static bitboard game_sum(const struct list *list, size_t game, const struct scheme *mock)
{
    const size_t *moves_before = list->games.moves_before;
    const uint8_t *at = list_queries(list, game, 1).script + SCRIPT_HEADER;
    bitboard sum = 0;
    for (size_t move = moves_before[game]; move < moves_before[game + 1]; move++) {
        const uint8_t *header = at;
        at += MOVE_HEADER + header[MOVE_CHANGES];
        for (enum piece piece = ROOK; piece <= QUEEN; piece++)
            for (unsigned left = header[MOVE_LOOKUPS + piece]; left > 0; left--)
                sum += attacks(mock, piece, *at++, list->occupied[move]);
    }
    return sum;
}

/* Returns the result of the lookup that a kernel adds after it has unmade all moves of a game. */
static bitboard end_sum(const struct list *list, size_t game, const struct scheme *mock)
{
    const uint8_t *script = list_queries(list, game, 1).script;
    return attacks(mock, QUEEN, script[SCRIPT_SQUARE], list->games.starts[game]);
}

static bitboard item_sum(const struct list *list, size_t i, const struct scheme *mock)
{
    switch (list->kind) {
    case LIST_OF_QUERIES:
        return attacks(mock, list_query_piece(list->piece, i), list->square[i], list->occupied[i]);
    case LIST_OF_BOARDS:
        return board_sum(list, i, mock);
    default: /* LIST_OF_GAMES */
        return game_sum(list, i, mock);
    }
}

void expected_compute(const struct list *list, const struct scheme *mock, struct expected *expected)
{
    bool games = list->kind == LIST_OF_GAMES;
    bitboard *sums = list_allocate(list->n + 1, sizeof *sums);
    bitboard *ends = games ? list_allocate(list->n + 1, sizeof *ends) : NULL;
    *expected = (struct expected){sums, ends};
    for (size_t i = 0; i < list->n; i++) {
        sums[i + 1] = sums[i] + item_sum(list, i, mock);
        if (games)
            ends[i + 1] = ends[i] + end_sum(list, i, mock);
    }
}

/* ---- a list of any kind ---- */

/* Returns whether all queries of a list are the same: it would time a CPU that remembers the
 * result. */
static bool all_queries_equal(const struct list *list)
{
    size_t i = 1;
    while (i < list->distinct && list->square[i] == list->square[0] &&
           list->occupied[i] == list->occupied[0])
        i++;
    return list->distinct > 1 && i == list->distinct;
}

static double mean_occupied(const struct list *list)
{
    size_t n = list->kind == LIST_OF_GAMES ? list_steps(list, 0, list->n) : list->n;
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += __builtin_popcountll(list->occupied[i]) / (double)n;
    return mean;
}

static bool too_few(const struct list *list, size_t found, const struct corpus *corpus,
                    struct error *error)
{
    const char *item = list->kind == LIST_OF_BOARDS ? "board" : "lookup";
    char advice[40] = "";
    if (found)
        snprintf(advice, sizeof advice, " or --list-length %zu", found);
    return fail(error, STATUS_INPUT,
                "%s: %zu %s%s for %s among %zu position%s, expected %zu; give more positions%s",
                corpus->name, found, item, plural(found), piece_names[list->piece],
                corpus->position_count, plural(corpus->position_count), list->request.n, advice);
}

static bool fill_and_check(struct list *list, const struct corpus *corpus, struct error *error)
{
    size_t found =
        list->kind == LIST_OF_GAMES ? replay_list_fill(list, corpus) : list_fill(list, corpus);
    if (found < list->request.n)
        return too_few(list, found, corpus, error);
    if (list->kind == LIST_OF_QUERIES && all_queries_equal(list))
        return fail(error, STATUS_INPUT,
                    "%s: all %zu lookups for %s are the same, expected different ones",
                    corpus->name, list->request.n, piece_names[list->piece]);
    list->mean_occupied = round_recorded(mean_occupied(list));
    list->mean_lookups = round_recorded(list->mean_lookups);
    expected_compute(list, NULL, &list->expected);
    list->checksum = list->expected.prefix_sums[list->distinct];
    return true;
}

bool list_make(struct list *list, const struct list_request *request, const struct corpus *corpus,
               struct error *error)
{
    size_t group = list_group(request->piece);
    *list = (struct list){.request = *request,
                          .spec = request->spec,
                          .piece = request->piece,
                          .kind = request->kind,
                          .n = (request->n + group - 1) / group * group};
    workload_name(&list->spec, list->name);
    bool ok = fill_and_check(list, corpus, error);
    if (!ok)
        list_free(list);
    return ok;
}

/* ---- memory ---- */

void *list_allocate(size_t n, size_t size)
{
    size_t bytes = (n * size + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
    void *memory = aligned_alloc(CACHE_LINE_BYTES, bytes ? bytes : CACHE_LINE_BYTES);
    if (!memory)
        exit_without_memory(bytes);
    return memset(memory, 0, bytes);
}

void *list_views(const struct scheme *scheme, const bitboard *boards, size_t n)
{
    char *views = list_allocate(n, scheme->view_bytes);
    for (size_t i = 0; i < n; i++)
        scheme->set_view(views + i * scheme->view_bytes, boards[i]);
    return views;
}
