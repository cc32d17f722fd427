/* SPDX-License-Identifier: MIT */
#include "timing/worker/rounds.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/tuning.h"
#include "timing/cold_cache.h"
#include "timing/counters.h"
#include "timing/cpu_state.h"
#include "timing/worker/calibration.h"
#include "timing/worker/corunner_processes.h"
#include "timing/worker/gbench.h"
#include "timing/worker/messages.h"
#include "timing/worker/visit.h"

#include <math.h>
#include <stdlib.h>

/* Returns the CPU seconds after which the preparation of a row hangs. */
static unsigned preparation_limit(const struct list *list)
{
    size_t views = list_steps(list, 0, list->n);
    return HUNG_SECONDS + (unsigned)(views / VIEWS_PER_SECOND);
}

static bool prepare_row(struct timed_rows *rows, size_t i, struct error *error)
{
    const struct row *row = &rows->row[i].planned;
    messages_watch_row((uint32_t)i, preparation_limit(row->list));
    if (!inputs_prepare(rows, i, error))
        return false;
    if (!cold_cache_reserve(row->mode->kib))
        return fail(error, STATUS_ENVIRONMENT, "no memory for a working set of %u KiB",
                    row->mode->kib);
    messages_watch_row((uint32_t)i, HUNG_SECONDS);
    return calibrate(&rows->row[i]) ||
           fail(error, STATUS_ENVIRONMENT, "the clock does not advance");
}

/* Prepares all rows that are ROW_OK, and lists them. */
static bool prepare_rows(struct timed_rows *rows, struct visit_context *context,
                         struct visited_row *visited, size_t *n, struct error *error)
{
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->row[i].planned.status != ROW_OK)
            continue;
        if (!prepare_row(rows, i, error))
            return false;
        visited[(*n)++] =
            (struct visited_row){.context = context, .row = &rows->row[i], .index = (uint32_t)i};
    }
    messages_end_watch();
    return true;
}

/* Returns how long one visit to each row takes. */
static double round_seconds(const struct visited_row *visited, size_t n,
                            const struct timing_plan *plan)
{
    double seconds = 1e-9; /* without rows: not 0 */
    for (size_t i = 0; i < n; i++) {
        const struct timed_row *row = visited[i].row;
        double list = SAMPLE_SECONDS * (double)row->planned.list->n / (double)row->sample_size;
        seconds += SAMPLE_WITH_CANARY * SAMPLE_SECONDS * (double)samples_per_visit(plan);
        seconds += plan->no_warmup ? 0 : fmin(list, WARMUP_SECONDS);
    }
    return seconds;
}

static void shuffle(struct visited_row **order, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(random, i);
        struct visited_row *swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

/* Registers one visit per row and round, named scheme/piece/workload/mode. */
static bool register_visits(struct visited_row **order, size_t n, size_t rounds,
                            const struct timing_plan *plan)
{
    struct random random = {plan->seed + plan->process};
    for (size_t round = 0; round < rounds; round++) {
        shuffle(order, n, &random);
        for (size_t i = 0; i < n; i++) {
            char name[128];
            const struct row *row = &order[i]->row->planned;
            snprintf(name, sizeof name, "%s/%s/%s/%s", row->scheme->name,
                     piece_names[row->list->piece], row->list->name, row->mode->name);
            if (!gbench_register(name, visit_row, order[i], samples_per_visit(plan),
                                 order[i]->row->sample_size))
                return false;
        }
    }
    return true;
}

static bool run_visits(struct visit_context *context, struct visited_row *visited,
                       struct visited_row **order, size_t n, struct error *error)
{
    const struct timing_plan *plan = context->plan;
    double seconds = plan->seconds * (1 - RETRY_SHARE);
    double rounds = fmax(seconds / round_seconds(visited, n, plan), MIN_ROUNDS);
    for (size_t i = 0; i < n; i++)
        order[i] = &visited[i];
    context->visits = n * (size_t)rounds;
    messages_send(MESSAGE_PLAN, 0, (uint32_t)context->visits, NULL, 0);
    if (!register_visits(order, n, (size_t)rounds, plan))
        return fail(error, STATUS_ENVIRONMENT, "no memory for %.0f rounds of %zu rows", rounds, n);
    context->start = clock_seconds();
    return !n || gbench_run(error);
}

bool rounds_run(struct timed_rows *rows, const struct timing_plan *plan, struct error *error)
{
    struct visit_context context = {.plan = plan, .rows = rows, .cpu_state = cpu_state()};
    struct visited_row *visited = malloc((rows->n + 1) * sizeof *visited);
    struct visited_row **order = malloc((rows->n + 1) * sizeof(struct visited_row *));
    size_t n = 0;
    messages_open(plan->fd);
    counters_open();
    bool ok = (visited && order) ||
              fail(error, STATUS_ENVIRONMENT, "no memory for the order of %zu rows", rows->n);
    ok = ok && prepare_rows(rows, &context, visited, &n, error) &&
         corunner_processes_start(rows, plan->corunners, plan->fd, error) &&
         run_visits(&context, visited, order, n, error);
    messages_end_watch();
    counters_close();
    if (ok)
        messages_send(MESSAGE_END, 0, 0, NULL, 0);
    free(visited);
    free(order);
    return ok;
}
