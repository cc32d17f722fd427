/* SPDX-License-Identifier: MIT */
#include "workload/list_make.h"
#include "base/stats.h"
#include "workload/expected.h"
#include "workload/generators.h"
#include "workload/replay.h"

#include <stdio.h>

/* What list_request.n counts. */
static const char *const requested[LIST_KINDS] = {
    [LIST_OF_QUERIES] = "queries",
    [LIST_OF_BOARDS] = "boards",
    [LIST_OF_GAMES] = "lookups",
    [LIST_OF_PERFT_TASKS] = "positions",
};

/* Returns whether a list repeats one query: the CPU would then be timed at remembering a result. */
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

static bool too_few(const struct list_request *request, size_t found, const struct corpus *corpus,
                    struct error *error)
{
    char advice[40] = "";
    if (found)
        snprintf(advice, sizeof advice, " or --list-length %zu", found);
    return fail(error, STATUS_INPUT,
                "%s: %zu %s for %s among %zu positions, expected %zu; give more positions%s",
                corpus->name, found, requested[request->kind], piece_names[request->piece],
                corpus->position_count, request->n, advice);
}

/* Returns how many items the corpus gives. */
static size_t fill_list(struct list *list, const struct list_request *request,
                        const struct corpus *corpus)
{
    switch (list->kind) {
    case LIST_OF_GAMES:
        return replay_list_fill(list, corpus);
    case LIST_OF_PERFT_TASKS:
        return perft_list_fill(list, corpus);
    default:
        return generate(list, request->seed, corpus);
    }
}

static bool fill_and_check(struct list *list, const struct list_request *request,
                           const struct corpus *corpus, struct error *error)
{
    size_t found = fill_list(list, request, corpus);
    if (found < request->n)
        return too_few(request, found, corpus, error);
    if (list->kind == LIST_OF_QUERIES && all_queries_equal(list))
        return fail(error, STATUS_INPUT,
                    "%s: all %zu queries for %s are the same, expected different ones",
                    corpus->name, request->n, piece_names[request->piece]);
    list->mean_occupied = round_recorded(mean_occupied(list));
    list->mean_lookups = round_recorded(list->mean_lookups);
    expected_compute(list, &oracle_reference, &list->expected);
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
    bool ok = fill_and_check(list, request, corpus, error);
    if (!ok)
        list_free(list);
    return ok;
}
