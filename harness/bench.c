/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "canary.h"
#include "gbench.h"
#include "interrupt.h"
#include "progress.h"
#include "random.h"

#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { SAMPLES_A_VISIT = 8, MAX_ROUNDS = 200, MIN_ROUNDS = 12 };

static const double SAMPLE_SECONDS = 1e-4;

/* Of one bench_rows(): what every visit needs to know. */
static struct {
    double start, seconds;      /* of the timed part                              */
    size_t visits, visits_done; /* planned and made                               */
    double reference_ipc;       /* of the quietest visit so far; guides retries only */
    volatile bitboard zero;     /* what the compiler must not know                */
} run;

struct visit {
    struct row *row;
    unsigned round;
};

/* Runs the kernel over the next n queries of the cyclic list; false if it adds up to something else
 * than the right answers do. */
static bool run_stretch(struct row *row, size_t n)
{
    const struct workload *w = row->workload;
    kernel_fn *kernel = row->scheme->piece[w->piece].kernel[row->mode];
    bitboard got = 0, expected = 0;
    while (n) {
        size_t part = n < w->n - row->cursor ? n : w->n - row->cursor;
        struct queries queries = {part, w->square + row->cursor,
                                  (const char *)row->views + row->cursor * row->scheme->view_bytes,
                                  run.zero};
        got += kernel(&queries);
        expected += row->sums[row->cursor + part] - row->sums[row->cursor];
        row->cursor = row->cursor + part == w->n ? 0 : row->cursor + part;
        n -= part;
    }
    return got == expected;
}

/* Times the thread lost its CPU against its will. */
static long switches(void)
{
    struct rusage usage;
#ifdef RUSAGE_THREAD
    getrusage(RUSAGE_THREAD, &usage);
#else
    getrusage(RUSAGE_SELF, &usage);
#endif
    return usage.ru_nivcsw;
}

static int current_cpu(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return 0;
#endif
}

/* *before is the canary read last, and becomes the one read after the sample. */
static bool take_sample(struct row *row, struct canary *before, struct sample *sample,
                        double *seconds)
{
    long switched = switches();
    int cpu = current_cpu();
    double start = clock_seconds();
    bool right = run_stretch(row, row->stretch);
    *seconds = clock_seconds() - start;
    struct canary after = canary_read();
    double ghz = (before->ghz + after.ghz) / 2, ns = *seconds * 1e9 / (double)row->stretch;
    sample->ns = (float)ns;
    sample->cycles = (float)(ns * ghz);
    sample->ghz = (float)ghz;
    sample->ghz_drift = (float)(fabs(after.ghz - before->ghz) / ghz);
    sample->ipc = (float)fmin(before->ipc, after.ipc);
    sample->ipc_high = (float)fmax(before->ipc, after.ipc);
    sample->disturbed = switches() != switched || current_cpu() != cpu || !(*seconds > 0);
    *before = after;
    return right;
}

/* Worth another try? Only while the run is not behind its pace. */
static bool try_again(const struct sample *sample)
{
    bool quiet =
        !sample->disturbed && sample->ipc > 0.96 * run.reference_ipc && sample->ghz_drift < 0.01;
    double share = ((double)run.visits_done + 1) / (double)run.visits;
    return !quiet && clock_seconds() - run.start < run.seconds * share && !interrupted();
}

static bool keep(struct row *row, const struct sample *sample)
{
    if (row->sample_count == row->sample_capacity) {
        size_t capacity = row->sample_capacity ? 2 * row->sample_capacity : 64;
        struct sample *samples = realloc(row->samples, capacity * sizeof *samples);
        if (!samples)
            return false;
        row->samples = samples;
        row->sample_capacity = capacity;
    }
    row->samples[row->sample_count++] = *sample;
    return true;
}

static void visit(struct gbench_state *state, void *user)
{
    const struct visit *visit = user;
    struct row *row = visit->row;
    if (interrupted() || row->status != ROW_OK) {
        gbench_skip(state, interrupted() ? "interrupted" : "wrong attack set");
        return;
    }
    progress_show("timing", NULL, (double)run.visits_done / (double)run.visits);

    double ipc[SAMPLES_A_VISIT];
    size_t n = 0;
    bool right =
        run_stretch(row, row->stretch); /* brings the scheme's tables back into the caches */
    struct canary canary = canary_read();
    while (right && gbench_next(state, row->stretch)) {
        struct sample sample = {.round = visit->round};
        double seconds;
        do {
            right = take_sample(row, &canary, &sample, &seconds);
            if (!keep(row, &sample))
                abort();
        } while (right && try_again(&sample));
        gbench_time(state, seconds);
        if (n < SAMPLES_A_VISIT)
            ipc[n++] = sample.ipc;
    }
    run.reference_ipc = fmax(run.reference_ipc, stats_quantile(ipc, n, 0.5));
    gbench_counter(state, "GHz", canary.ghz);
    if (!right) {
        row->status = ROW_WRONG;
        snprintf(row->why, sizeof row->why, "the timed loop's answers do not add up");
        gbench_skip(state, row->why);
    }
    run.visits_done++;
}

/* How many queries take SAMPLE_SECONDS. */
static void choose_stretch(struct row *row)
{
    size_t n = 64;
    for (;; n *= 2) {
        double start = clock_seconds();
        if (!run_stretch(row, n)) {
            row->status = ROW_WRONG;
            snprintf(row->why, sizeof row->why, "the timed loop's answers do not add up");
        }
        double seconds = clock_seconds() - start;
        if (seconds > SAMPLE_SECONDS / 4 || row->status != ROW_OK) {
            n = (size_t)((double)n * SAMPLE_SECONDS / seconds);
            break;
        }
    }
    row->stretch = n ? n : 1;
    row->cursor = 0;
}

static void shuffle(struct row **order, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(random, i);
        struct row *swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

/* A visit a row and round, under the names scheme/piece/workload/mode. */
static bool register_visits(struct row **order, size_t n, size_t rounds, struct visit *visits,
                            uint64_t seed)
{
    struct random random = {seed};
    for (unsigned round = 0; round < rounds; round++) {
        shuffle(order, n, &random);
        for (size_t i = 0; i < n; i++, visits++) {
            char name[128];
            const struct row *row = order[i];
            snprintf(name, sizeof name, "%s/%s/%s/%s", row->scheme->name,
                     piece_names[row->workload->piece], row->workload->name, mode_names[row->mode]);
            *visits = (struct visit){order[i], round};
            if (!gbench_register(name, visit, visits, SAMPLES_A_VISIT, row->stretch))
                return false;
        }
    }
    return true;
}

/* --benchmark_filter may have left rows out; they were not asked for, then. */
static void drop_filtered(struct rows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++)
        if (rows->row[i].status != ROW_OK || rows->row[i].sample_count)
            rows->row[kept++] = rows->row[i];
    rows->n = kept;
}

bool bench_rows(struct rows *rows, double seconds, uint64_t seed, struct error *error)
{
    struct row **order = malloc((rows->n + 1) * sizeof(struct row *));
    size_t n = 0;
    for (size_t i = 0; order && i < rows->n; i++)
        if (rows->row[i].status == ROW_OK) {
            choose_stretch(&rows->row[i]);
            order[n++] = &rows->row[i];
        }
    /* Half of the time is for samples that must be taken again. */
    double visit_seconds = SAMPLE_SECONDS * (1 + 1.2 * SAMPLES_A_VISIT);
    double rounds = seconds / 2 / (visit_seconds * (double)(n ? n : 1));
    rows->rounds = rounds < MIN_ROUNDS   ? MIN_ROUNDS
                   : rounds > MAX_ROUNDS ? MAX_ROUNDS
                                         : (size_t)rounds;

    struct visit *visits = malloc((n * rows->rounds + 1) * sizeof *visits);
    run.seconds = seconds;
    run.visits = n * rows->rounds;
    run.visits_done = 0;
    run.reference_ipc = 0;
    bool ok = order && visits && register_visits(order, n, rows->rounds, visits, seed);
    if (!ok)
        fail(error, STATUS_ENVIRONMENT, "no memory for %zu rounds of %zu rows", rows->rounds, n);
    run.start = clock_seconds();
    ok = ok && (!n || gbench_run(error));
    drop_filtered(rows);
    free(order);
    free(visits);
    return ok;
}
