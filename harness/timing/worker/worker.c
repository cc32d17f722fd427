/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "machine/pages.h"
#include "plan/scheme_set.h"
#include "timing/cold_cache.h"
#include "timing/counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool prepare_rows(const struct visit_context *context, struct timed_rows *rows,
                         struct error *error)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i].planned;
        size_t views = list_steps(row->list, 0, row->list->n);
        messages_watch_row(rows->row[i].index, HUNG_SECONDS + (unsigned)(views / VIEWS_PER_SECOND));
        inputs_prepare(rows, i);
        cold_cache_reserve(row->mode->kib);
        messages_watch_row(rows->row[i].index, HUNG_SECONDS);
        if (!calibrate(context, &rows->row[i]))
            return fail(error, STATUS_ENVIRONMENT, "the clock does not advance");
    }
    messages_end_watch();
    return true;
}

static double round_seconds(const struct visit_context *context)
{
    double seconds = 1e-9; /* a divisor: not 0 even without rows */
    for (size_t i = 0; i < context->rows->n; i++) {
        const struct timed_row *row = &context->rows->row[i];
        double list = SAMPLE_SECONDS * (double)row->planned.list->n / (double)row->sample_size;
        seconds += SAMPLES_PER_VISIT * SAMPLE_WITH_CANARY_SECONDS + fmin(list, WARMUP_SECONDS);
    }
    return seconds;
}

/* Returns whether to visit the row once more. A row is visited until all rounds are done or the
 * time of the process is over, and then as long as it has fewer than MIN_SAMPLES and can get
 * more. */
static bool wants_visit(const struct visit_context *context, const struct timed_row *row)
{
    double spent = clock_seconds() - context->start;
    if (row->planned.status != ROW_OK || spent >= context->plan->bound)
        return false;
    return (row->visits < context->rounds && spent < context->seconds) || !row->visits ||
           (row->undisturbed < MIN_SAMPLES && row->failures < MAX_ROW_FAILURES);
}

/* Visits the rows in rounds until none wants a visit. Each round has a random order, so that a
 * drift of the machine affects all rows alike. */
static void run_rounds(struct visit_context *context)
{
    const struct timed_rows *rows = context->rows;
    const struct timing_plan *plan = context->plan;
    struct random random = process_random(plan, RANDOM_VISITS);
    double round = round_seconds(context),
           rounds_of_row = fmax(floor(VISITS_SHARE * plan->seconds / round), MIN_ROUNDS);
    struct timed_row **order = xcalloc(rows->n, sizeof(struct timed_row *));
    size_t n;
    context->rounds = (size_t)rounds_of_row;
    context->seconds = fmax(plan->seconds, rounds_of_row * round);
    context->start = clock_seconds();
    do {
        n = 0;
        for (size_t i = 0; i < rows->n; i++)
            if (wants_visit(context, &rows->row[i])) { /* shuffles while it fills */
                size_t j = random_below(&random, n + 1);
                order[n++] = order[j];
                order[j] = &rows->row[i];
            }
        for (size_t i = 0; i < n; i++)
            if (wants_visit(context, order[i]))
                visit_row(context, order[i]);
    } while (n);
    free(order);
    messages_end_watch();
}

/* ---- timing all rows ---- */

static void send_results(const struct visit_context *context)
{
    size_t n = context->plan->run_rows,
           size = sizeof(struct process_results) + n * sizeof(struct process_result);
    struct process_results *results = xcalloc(1, size);
    results->reference_ipc = context->reference_ipc;
    for (size_t i = 0; i < n; i++)
        results->row[i] = process_result_without_value(0, 0);
    for (size_t i = 0; i < context->rows->n; i++) {
        const struct timed_row *row = &context->rows->row[i];
        double lost = fmax(ceil(row->lost), row->undisturbed ? 0 : 1); /* 0 samples: not visited */
        results->row[row->index] =
            process_result_make(row->samples, row->undisturbed, (size_t)lost);
    }
    messages_send(MESSAGE_RESULTS, 0, results, size);
    free(results);
}

/* Prepares, calibrates and times the rows, and sends their results to the parent. */
static bool time_rows(struct timed_rows *rows, const struct timing_plan *plan, int fd,
                      struct error *error)
{
    struct visit_context context = {
        .plan = plan, .rows = rows, .cpu_state = cpu_state(), .reference_ipc = plan->reference_ipc};
    messages_open(fd);
    counters_open(plan->cpu);
    bool ok =
        prepare_rows(&context, rows, error) && row_corunners_start(rows, plan->corunners, error);
    if (ok)
        run_rounds(&context);
    counters_close();
    if (ok)
        send_results(&context);
    for (size_t i = 0; i < rows->n; i++)
        free(rows->row[i].samples);
    return ok;
}

/* ---- receiving the plan and running it ---- */

/* What the parent sent. The process never frees this memory. */
static struct {
    struct timing_plan plan;
    struct row_request *row; /* [plan.timed_rows] */
} received;

/* Receives the rows of the plan, and makes them and their lists. Fails if a list differs from the
 * parent's list. */
static bool receive_rows(struct timed_rows *rows, int fd, struct error *error)
{
    static struct lists lists;
    const char *positions = received.plan.positions;
    size_t n = received.plan.timed_rows;
    struct corpus corpus;
    received.row = xcalloc(n, sizeof *received.row);
    if (!read_all(fd, received.row, n * sizeof *received.row))
        return fail(error, STATUS_ENVIRONMENT, "the plan of a timing process is incomplete");
    *rows = (struct timed_rows){.row = xcalloc(n, sizeof *rows->row), .n = n};
    if (!strcmp(positions, "-"))
        lseek(STDIN_FILENO, 0, SEEK_SET);
    bool ok = corpus_read(&corpus, *positions ? positions : NULL, error);
    for (size_t i = 0; ok && i < n; i++) {
        const struct row_request *request = &received.row[i];
        const struct scheme *scheme = scheme_named(request->scheme);
        const struct list *list = lists_add(&lists, &request->list, &corpus, error);
        if (mode_info(&request->mode)->batched)
            scheme = scheme_batch_build(scheme);
        rows->row[i] =
            (struct timed_row){.planned = {.scheme = scheme, .list = list, .mode = &request->mode},
                               .index = request->row};
        ok = list && (list->checksum == request->checksum ||
                      fail(error, STATUS_INPUT, "%s: the positions changed during the run",
                           *positions ? positions : "built-in games"));
    }
    corpus_free(&corpus);
    return ok;
}

bool worker_run(int fd, struct error *error)
{
    const struct timing_plan *plan = &received.plan;
    static struct timed_rows rows;
    message_write(fd, MESSAGE_BUILD, 0, PROGRAM_BUILD_LENGTH, program_build, PROGRAM_BUILD_LENGTH);
    if (!read_all(fd, &received.plan, sizeof received.plan))
        return fail(error, STATUS_USAGE, "--worker: an internal option of slidebench");
    struct random pages = process_random(plan, RANDOM_PAGES);
    cold_cache_seed(process_random(plan, RANDOM_COLD));
    bool ok = receive_rows(&rows, fd, error) && (!plan->huge_pages || pages_use_huge(error));
    pages_scatter_tables(&pages);
    ok = ok && time_rows(&rows, plan, fd, error);
    if (!ok)
        message_write_error(fd, error);
    _exit(ok ? STATUS_OK : (int)error->status); /* the parent prints the error */
}
