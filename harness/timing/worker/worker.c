/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "analysis/conclude.h"
#include "analysis/run.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/subprocess.h"
#include "base/tuning.h"
#include "machine/huge_pages.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "timing/cold_cache.h"
#include "timing/counters.h"
#include "timing/cpu_state.h"
#include "timing/protocol.h"
#include "timing/worker/corunner_work.h"
#include "timing/worker/gbench.h"
#include "timing/worker/visit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    inputs_prepare(rows, i);
    cold_cache_reserve(row->mode->kib);
    messages_watch_row((uint32_t)i, HUNG_SECONDS);
    return calibrate(&rows->row[i]) ||
           fail(error, STATUS_ENVIRONMENT, "the clock does not advance");
}

/* Lists the rows that are timed. */
static void list_rows(struct timed_rows *rows, struct visit_context *context)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->row[i].planned.scheme)
            context->row[context->n++] = (struct visited_row){
                .context = context, .row = &rows->row[i], .index = (uint32_t)i};
}

static bool prepare_rows(struct timed_rows *rows, const struct visit_context *context,
                         struct error *error)
{
    for (size_t i = 0; i < context->n; i++)
        if (!prepare_row(rows, context->row[i].index, error))
            return false;
    messages_end_watch();
    return true;
}

/* Returns how long one visit to each row takes on a quiet machine. */
static double round_seconds(const struct visit_context *context)
{
    double seconds = 1e-9; /* without rows: not 0 */
    for (size_t i = 0; i < context->n; i++) {
        const struct timed_row *row = context->row[i].row;
        double list = SAMPLE_SECONDS * (double)row->planned.list->n / (double)row->sample_size;
        seconds += SAMPLE_WITH_CANARY * SAMPLE_SECONDS * (double)context->of_visit;
        seconds += context->plan->no_warmup ? 0 : fmin(list, WARMUP_SECONDS);
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

/* Returns whether the row is visited once more: until all rounds are done or the process's time is
 * over, and longer while the row has fewer than MIN_SAMPLES and may get them. */
static bool wants_visit(const struct visited_row *visited)
{
    const struct visit_context *context = visited->context;
    double spent = clock_seconds() - context->start;
    if (visited->row->planned.status != ROW_OK || spent >= context->plan->bound)
        return false;
    return (visited->visits < context->rounds && spent < context->seconds) || !visited->visits ||
           (visited->undisturbed < MIN_SAMPLES && visited->failures < MAX_ROW_FAILURES);
}

/* Visits the rows in rounds, each in an order of its own, until none wants a visit. */
static void run_rounds(struct visit_context *context, struct visited_row **order)
{
    const struct timing_plan *plan = context->plan;
    struct random random = {plan->seed + plan->process};
    double round = round_seconds(context),
           rounds = fmax(floor(VISITS_SHARE * plan->seconds / round), MIN_ROUNDS);
    size_t n = context->n;
    context->rounds = (size_t)rounds;
    context->seconds = fmax(plan->seconds, rounds * round);
    context->start = clock_seconds();
    while (n) {
        n = 0;
        for (size_t i = 0; i < context->n; i++)
            if (wants_visit(&context->row[i]))
                order[n++] = &context->row[i];
        shuffle(order, n, &random);
        for (size_t i = 0; i < n; i++)
            if (wants_visit(order[i]))
                visit_row(order[i]);
    }
    messages_end_watch();
}

/* ---- Google Benchmark ---- */

/* Removes the rows that --benchmark_filter does not select. */
static bool filter_rows(struct visit_context *context, struct gbench_row *named,
                        struct error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < context->n; i++) {
        const struct row *row = &context->row[i].row->planned;
        snprintf(named[i].name, sizeof named[i].name, "%s/%s/%s/%s", row->scheme->name,
                 piece_names[row->list->piece], row->list->name, row->mode->name);
    }
    if (!gbench_select(named, context->n, error))
        return false;
    for (size_t i = 0; i < context->n; i++)
        if (named[i].selected) {
            context->row[kept] = context->row[i];
            named[kept++] = named[i];
        }
    context->n = kept;
    return true;
}

/* Reports the samples of the rows that filter_rows() kept. */
static bool report_rows(const struct visit_context *context, struct gbench_row *named,
                        struct error *error)
{
    for (size_t i = 0; i < context->n; i++) {
        const struct visited_row *row = &context->row[i];
        size_t n = row->undisturbed;
        named[i].sample_size = row->row->sample_size;
        named[i].ghz = n ? row->samples[n - 1].ghz : 0;
        named[i].seconds = xcalloc(n, sizeof *named[i].seconds);
        named[i].samples = n;
        for (size_t j = 0; j < n; j++)
            named[i].seconds[j] = row->samples[j].seconds;
    }
    bool ok = gbench_report(named, context->n, error);
    for (size_t i = 0; i < context->n; i++)
        free(named[i].seconds);
    return ok;
}

/* ---- a process ---- */

/* Sends the results of all rows. */
static void send_results(const struct visit_context *context)
{
    size_t rows = context->rows->n, most = 0;
    for (size_t i = 0; i < context->n; i++)
        most = context->row[i].undisturbed > most ? context->row[i].undisturbed : most;
    struct process_result *results = xcalloc(rows, sizeof *results);
    double *scratch = xcalloc(most, sizeof *scratch);
    for (size_t i = 0; i < rows; i++)
        results[i] = process_result_without_value(0, 0);
    for (size_t i = 0; i < context->n; i++) {
        const struct visited_row *row = &context->row[i];
        double lost = fmax(ceil(row->lost), row->undisturbed ? 0 : 1); /* not as if filtered */
        results[row->index] = process_result_make(row->samples, row->undisturbed, (size_t)lost,
                                                  context->reference_ipc, scratch);
    }
    messages_send_results(results, (uint32_t)rows, context->reference_ipc);
    free(scratch);
    free(results);
}

bool rounds_run(struct timed_rows *rows, const struct timing_plan *plan, int fd,
                struct error *error)
{
    struct visited_row *visited = xcalloc(rows->n, sizeof *visited);
    struct visited_row **order = xcalloc(rows->n, sizeof(struct visited_row *));
    struct gbench_row *named = xcalloc(plan->gbench ? rows->n : 0, sizeof *named);
    struct visit_context context = {.plan = plan,
                                    .rows = rows,
                                    .row = visited,
                                    .sampling = {plan->cpu, cpu_state()},
                                    .of_visit = plan->no_warmup ? 1 : SAMPLES_PER_VISIT,
                                    .reference_ipc = plan->reference_ipc};
    messages_open(fd);
    counters_open();
    list_rows(rows, &context);
    bool ok = (!plan->gbench || filter_rows(&context, named, error)) &&
              prepare_rows(rows, &context, error) &&
              row_corunners_start(rows, plan->corunners, fd, error);
    if (ok)
        run_rounds(&context, order);
    counters_close();
    ok = ok && (!plan->gbench || report_rows(&context, named, error));
    if (ok)
        send_results(&context);
    for (size_t i = 0; i < context.n; i++)
        free(visited[i].samples);
    free(visited);
    free(order);
    free(named);
    return ok;
}

/* ---- the process ---- */

/* What the parent sends, in memory that the process never frees. */
static struct {
    struct timing_plan plan;
    struct row_request *row; /* [plan.row_count] */
    char *arguments;         /* [plan.benchmark_bytes] */
    char **argv;             /* those of them that gbench_init() gets */
} received;

static bool receive_rows_and_arguments(int fd, struct error *error)
{
    size_t rows = received.plan.row_count, bytes = received.plan.benchmark_bytes;
    received.row = xcalloc(rows, sizeof *received.row);
    received.arguments = xcalloc(bytes + 1, 1);
    received.argv = xcalloc(bytes + 1, sizeof *received.argv);
    return (read_all(fd, received.row, rows * sizeof *received.row) &&
            read_all(fd, received.arguments, bytes)) ||
           fail(error, STATUS_ENVIRONMENT, "the plan of a timing process is incomplete");
}

/* Initialises Google Benchmark. Only the first process writes its files and output. */
static bool init_gbench(struct error *error)
{
    int argc = 0;
    char *end = received.arguments + received.plan.benchmark_bytes;
    for (char *word = received.arguments; word < end; word += strlen(word) + 1)
        if (!received.plan.process ||
            (strncmp(word, "--benchmark_out", 15) && strncmp(word, "--benchmark_format", 18)))
            received.argv[argc++] = word;
    return gbench_init(argc, received.argv, error);
}

/* Sets a row that is timed, and makes its list unless another row has it. */
static bool make_row(struct row *row, const struct row_request *request,
                     const struct corpus *corpus, struct error *error)
{
    static struct lists lists;
    const struct scheme *scheme = scheme_named(request->scheme);
    *row = (struct row){.scheme = mode_info(&request->mode)->batched ? scheme->batched : scheme,
                        .list = lists_add(&lists, &request->list, corpus, error),
                        .mode = &request->mode};
    return row->list;
}

static bool make_rows(struct timed_rows *rows, struct error *error)
{
    const char *positions = received.plan.positions;
    size_t n = received.plan.row_count;
    struct corpus corpus;
    *rows = (struct timed_rows){.row = xcalloc(n, sizeof *rows->row), .n = n};
    if (!strcmp(positions, "-"))
        lseek(STDIN_FILENO, 0, SEEK_SET);
    bool ok = corpus_read(&corpus, *positions ? positions : NULL, error);
    for (size_t i = 0; ok && i < n; i++)
        if (received.row[i].timed)
            ok = make_row(&rows->row[i].planned, &received.row[i], &corpus, error);
    corpus_free(&corpus);
    return ok;
}

bool worker_run(int fd, struct error *error)
{
    const struct timing_plan *plan = &received.plan;
    static struct timed_rows rows;
    if (!read_all(fd, &received.plan, sizeof received.plan))
        return fail(error, STATUS_USAGE, "--worker: an internal option of slidebench");
    bool ok = receive_rows_and_arguments(fd, error) && init_gbench(error) &&
              make_rows(&rows, error) && (!plan->huge_pages || huge_pages_use(error)) &&
              rounds_run(&rows, plan, fd, error);
    if (!ok)
        message_write_error(fd, error);
    _exit(ok ? STATUS_OK : (int)error->status); /* the parent prints the error */
}
