/* SPDX-License-Identifier: MIT */
#include "workload/workload.h"
#include "chess/oracle.h"
#include "workload/replay_script.h"
#include "workload/perft_suite.h"
#include "workload/generators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cleared, on cache lines of its own: a run's input lies the same way every time. */
void *list_memory(size_t n, size_t size)
{
    size_t bytes = (n * size + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, bytes ? bytes : 64);
    return memory ? memset(memory, 0, bytes) : NULL;
}

/* A loop over one question measures how well the CPU remembers, not how fast it answers. */
static bool all_alike(const struct workload *w)
{
    size_t i = 1;
    while (i < w->n && w->square[i] == w->square[0] && w->occupied[i] == w->occupied[0])
        i++;
    return w->n > 1 && i == w->n;
}

bool workload_possible(const char *name, enum piece piece, enum list_kind kind)
{
    switch (kind) {
    case LIST_OF_QUERIES:
        return piece != ALL;
    case LIST_OF_BOARDS:
        return piece != BOTH && !strncmp(name, "games", 5);
    case LIST_OF_GAMES:
        return piece == ALL && !strcmp(name, "games");
    default:
        return piece == ALL && !strcmp(name, "standard");
    }
}

static bool allocate(struct workload *w)
{
    if (w->kind == LIST_OF_QUERIES)
        w->square = list_memory(w->n, sizeof *w->square);
    if (w->kind == LIST_OF_BOARDS)
        w->sliders = list_memory(w->n, sizeof *w->sliders);
    w->occupied = list_memory(w->n, sizeof *w->occupied);
    return w->occupied && (w->square || w->sliders);
}

/* A call of a kernel costs some 40 cycles: a list of a few queries stands there several times, lest that be a part of
 * each. */
enum { LEAST_IN_MEMORY = 1024 };

static bool repeat_short_list(struct workload *w)
{
    size_t times = LEAST_IN_MEMORY / w->n;
    if (w->kind != LIST_OF_QUERIES || times < 2)
        return true;
    uint8_t *square = list_memory(times * w->n, sizeof *square);
    bitboard *occupied = list_memory(times * w->n, sizeof *occupied);
    for (size_t i = 0; square && occupied && i < times; i++) {
        memcpy(square + i * w->n, w->square, w->n * sizeof *square);
        memcpy(occupied + i * w->n, w->occupied, w->n * sizeof *occupied);
    }
    free(w->square);
    free(w->occupied);
    w->square = square;
    w->occupied = occupied;
    w->n *= times;
    return square && occupied;
}

static const char *const units[LIST_KINDS] = {"queries", "boards", "lookups", "positions"};

static bitboard oracle_one(const void *context, enum piece piece, unsigned square,
                           bitboard occupied)
{
    (void)context;
    bitboard sets[] = {oracle_rook(square, occupied), oracle_bishop(square, occupied)};
    if (piece == BISHOP)
        sets[0] = sets[1];
    else if (piece == QUEEN)
        sets[0] |= sets[1];
    return piece_checksum(piece, sets);
}

static bitboard oracle_set(const void *context, enum piece piece, bitboard sliders,
                           bitboard occupied)
{
    bitboard attacks = 0;
    for (; sliders; sliders &= sliders - 1)
        attacks |= oracle_one(context, piece, (unsigned)__builtin_ctzll(sliders), occupied);
    return attacks;
}

static void count_men(struct workload *w)
{
    size_t boards = w->kind == LIST_OF_GAMES ? w->steps_before[w->n] : w->n;
    for (size_t i = 0; i < boards; i++)
        w->mean_occupied += __builtin_popcountll(w->occupied[i]) / (double)boards;
}

static bool no_memory(struct workload *w, const struct workload_request *request,
                      struct error *error)
{
    workload_free(w);
    return fail(error, STATUS_ENVIRONMENT, "no memory for a list of %zu %s", request->n,
                units[request->kind]);
}

static bool too_few(const struct workload_request *request, size_t found,
                    const struct corpus *corpus, struct error *error)
{
    char advice[40] = "";
    if (found)
        snprintf(advice, sizeof advice, " or --list-length %zu", found);
    return fail(error, STATUS_INPUT,
                "%s: %zu %s for %s among %zu positions, expected %zu; give more positions%s",
                request->corpus_name, found, units[request->kind], piece_names[request->piece],
                corpus->position_count, request->n, advice);
}

bool workload_make(struct workload *w, const struct workload_request *request,
                   const struct corpus *corpus, struct error *error)
{
    *w = (struct workload){.name = request->name,
                           .piece = request->piece,
                           .kind = request->kind,
                           .n = request->n,
                           .distinct = request->n,
                           .lookups = request->kind == LIST_OF_QUERIES};
    size_t found = 0;
    if (w->kind == LIST_OF_PERFT_TASKS) {
        w->lookups = NAN;
        return (perft_suite_make(w) && (count_men(w), true)) || no_memory(w, request, error);
    }
    bool ok = w->kind == LIST_OF_GAMES
                  ? replay_script_make(w, corpus, &found)
                  : allocate(w) && ((found = generate(w, request->seed, corpus)), true);
    if (ok && found < request->n) {
        workload_free(w);
        return too_few(request, found, corpus, error);
    }
    if (ok && w->kind == LIST_OF_QUERIES && all_alike(w)) {
        workload_free(w);
        return fail(error, STATUS_INPUT,
                    "%s: all %zu queries for %s are the same, expected different ones",
                    request->corpus_name, request->n, piece_names[request->piece]);
    }
    static const struct reference oracle = {NULL, oracle_one, oracle_set};
    if (w->kind != LIST_OF_QUERIES)
        w->distinct = w->n;
    if (!ok || !repeat_short_list(w) || !expected_compute(w, &oracle, &w->expected)) {
        return no_memory(w, request, error);
    }
    count_men(w);
    return true;
}

static bitboard board_sum(const struct workload *w, size_t i, const struct reference *reference)
{
    const struct slider_sets *sliders = &w->sliders[i];
    if (w->piece != ALL)
        return reference->attacks_of_set(
            reference->context, w->piece,
            w->piece == BISHOP ? sliders->diagonal : sliders->orthogonal, w->occupied[i]);
    return reference->attacks_of_set(reference->context, ROOK, sliders->orthogonal,
                                     w->occupied[i]) |
           reference->attacks_of_set(reference->context, BISHOP, sliders->diagonal, w->occupied[i]);
}

bool expected_compute(const struct workload *w, const struct reference *reference,
                      struct expected *expected)
{
    *expected = (struct expected){list_memory(w->n + 1, sizeof(bitboard)), NULL};
    if (!expected->prefix_sums)
        return false;
    if (w->kind == LIST_OF_GAMES)
        return replay_script_sum(w, reference, expected);
    for (size_t i = 0; i < w->n; i++)
        expected->prefix_sums[i + 1] =
            expected->prefix_sums[i] +
            (w->kind == LIST_OF_BOARDS
                 ? board_sum(w, i, reference)
                 : reference->attacks(reference->context, w->piece, w->square[i], w->occupied[i]));
    return true;
}

void expected_free(struct expected *expected)
{
    free(expected->prefix_sums);
    free(expected->game_end_sums);
    *expected = (struct expected){0};
}

void workload_free(struct workload *w)
{
    free(w->occupied);
    expected_free(&w->expected);
    free(w->square);
    free(w->sliders);
    free(w->script);
    free(w->script_at);
    free(w->steps_before);
    free(w->starts);
    free(w->tasks);
    *w = (struct workload){0};
}
