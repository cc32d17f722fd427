/* SPDX-License-Identifier: MIT */
#include "timing/rounds.h"
#include "timing/cold_cache.h"
#include "timing/canary.h"
#include "base/clock.h"
#include "base/fd_io.h"
#include "analysis/clean_samples.h"
#include "timing/cpu_state.h"
#include "timing/gbench.h"
#include "base/random.h"
#include "timing/corunners.h"
#include "timing/counters.h"
#include "timing/kernel_run.h"
#include "base/watchdog.h"
#include "timing/protocol.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SAMPLES_A_VISIT = 8, MAX_TRIES = 32, MIN_ROUNDS = 3 };

static const double SAMPLE_SECONDS = 1e-4, WARM_SECONDS = 1e-3;

/* What takes more CPU time hangs. A view takes 2 us at most on Zen 5, an emulator may need fifty times as long. */
enum { HUNG_SECONDS = 30, VIEWS_A_SECOND = 10000 };

static struct watchdog watchdog;

/* Of one rounds_run(): what every visit needs to know. */
static struct {
    const struct rounds_plan *plan;
    struct timed_rows *rows;
    size_t batches;             /* samples that a visit owes Google Benchmark            */
    double start;               /* of the timed part                                     */
    size_t visits, visits_done; /* planned and made                                      */
    double reference_ipc[2]; /* alone, together: of the quietest visit so far; guide retries only */
    uint64_t cpu_state;      /* which every kernel must leave as it is                */
    volatile uint32_t row;   /* being visited: for the crash report                   */
} run;

/* Brings all that the list needs back into the caches: the whole list once, in a millisecond at most.
 * Anything less, and each sample pays for lines of the tables that no sample before it has touched. */
static bool warm_up(struct timed_row *row)
{
    size_t part = mode_table[row->id.mode->kind].cold_cache ? row->id.mode->queries
                                                         : row->id.workload->n / 64 + 1,
           steps;
    double seconds;
    bool right = true;
    double start = clock_seconds();
    for (size_t done = 0;
         right && done < row->id.workload->n && clock_seconds() - start < WARM_SECONDS;
         done += part)
        right = kernel_run(row, part, &steps, &seconds);
    return right;
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
static bool take_sample(struct timed_row *row, struct canary *before, struct sample *sample,
                        double *seconds)
{
    long switched = switches();
    int cpu = run.plan->cpu < 0 ? current_cpu() : run.plan->cpu;
    double counts[COUNTERS], counts_after[COUNTERS];
    bool counted = !mode_table[row->id.mode->kind].cold_cache && counters_read(counts);
    size_t done;
    bool right = kernel_run(row, row->batch_size, &done, seconds);
    right = cpu_state_kept(run.cpu_state) && right;
    counted = counted && counters_read(counts_after);
    struct canary after = canary_read();
    double ghz = (before->ghz + after.ghz) / 2, ns = *seconds * 1e9 / (double)done;
    *sample = (struct sample){
        .process = run.plan->process,
        .disturbed = switches() != switched || current_cpu() != cpu || !(*seconds > 0),
        .cycles = (float)(ns * ghz),
        .ns = (float)ns,
        .ghz = (float)ghz,
        .ghz_drift = (float)(fabs(after.ghz - before->ghz) / ghz),
        .ipc = (float)fmin(before->ipc, after.ipc),
        .ipc_high = (float)fmax(before->ipc, after.ipc),
    };
    for (int c = 0; c < COUNTERS; c++)
        sample->counted[c] = counted ? (float)((counts_after[c] - counts[c]) / (double)done) : NAN;
    if (counted)
        sample->cycles = sample->counted[COUNT_CYCLES];
    *before = after;
    return right;
}

/* Worth another try? Only while the run is not behind its pace. */
static bool try_again(const struct sample *sample, double reference_ipc)
{
    double share = ((double)run.visits_done + 1) / (double)run.visits;
    return !sample_clean(sample, reference_ipc) &&
           clock_seconds() - run.start < run.plan->seconds * share;
}

static void tell(enum message_kind kind, uint32_t row, uint32_t n, const void *data, size_t size)
{
    struct message message = {kind, row, n};
    watchdog_set(&watchdog, 0); /* the parent may take its time to read */
    if (!write_all(run.plan->wire, &message, sizeof message) ||
        !write_all(run.plan->wire, data, size))
        _exit(STATUS_ENVIRONMENT); /* nobody listens */
}

static void on_crash(int number)
{
    struct message message = {MESSAGE_CRASHED, run.row, (uint32_t)number};
    write_all(run.plan->wire, &message, sizeof message);
    _exit(1);
}

static void catch_crashes(void)
{
    static char stack[1 << 14];
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &(struct sigaction){.sa_handler = on_crash, .sa_flags = SA_ONSTACK},
                  NULL);
}

/* Before the first sample, and after one that something came into the way of: who was here in between has left the
 * caches with things of his own. */
static bool become_ready(struct timed_row *row, struct canary *canary)
{
    enum { MAX_WARMINGS = 4 };
    bool right = true;
    int left = run.plan->interleaved ? 0 : MAX_WARMINGS;
    for (long before = -1; right && left && before != switches(); left--) {
        before = switches();
        right = warm_up(row);
    }
    *canary = canary_read();
    return right;
}

/* The row's samples, and their reports; false if an answer was wrong. */
static bool sample_row(struct gbench_state *state, struct timed_row *row)
{
    static struct sample samples[SAMPLES_A_VISIT * MAX_TRIES];
    double ipc[SAMPLES_A_VISIT];
    uint32_t n = 0;
    size_t batch = 0;
    struct canary canary;
    double *reference_ipc = &run.reference_ipc[has_corunners(&row->id)];
    corunners_run(row, row->id.mode->threads - 1);
    bool right = become_ready(row, &canary);
    while (right && gbench_next(state, row->batch_size)) {
        struct sample *sample;
        double seconds;
        unsigned tries = 0;
        do {
            if (n && !sample_clean(&samples[n - 1], *reference_ipc))
                right = become_ready(row, &canary);
            sample = &samples[n++];
            right = right && take_sample(row, &canary, sample, &seconds);
        } while (right && ++tries < MAX_TRIES && try_again(sample, *reference_ipc));
        if (!right)
            break;
        gbench_time(state, seconds);
        ipc[batch++] = sample->ipc;
    }
    corunners_stop();
    *reference_ipc = fmax(*reference_ipc, stats_quantile(ipc, batch, 0.5));
    gbench_counter(state, "GHz", canary.ghz);
    if (right)
        tell(MESSAGE_VISIT, run.row, n, samples, n * sizeof *samples);
    return right;
}

static void visit(struct gbench_state *state, void *user)
{
    struct timed_row *row = user;
    if (row->id.status != ROW_OK) {
        gbench_skip(state, row->id.reason);
        return;
    }
    run.row = (uint32_t)(row - run.rows->row);
    watchdog_set(&watchdog, HUNG_SECONDS * row->id.mode->threads);
    if (!sample_row(state, row)) {
        row->id.status = ROW_WRONG;
        snprintf(row->id.reason, sizeof row->id.reason,
                 "the timed loop's answers do not add up, or it left the CPU in another state");
        gbench_skip(state, row->id.reason);
        tell(MESSAGE_WRONG, run.row, 0, NULL, 0);
        return;
    }
    run.visits_done++;
}

static unsigned preparation_limit(const struct workload *w)
{
    size_t views = list_steps(w, 0, w->n);
    return HUNG_SECONDS + (unsigned)(views / VIEWS_A_SECOND);
}

/* How much of the list takes SAMPLE_SECONDS, once the tables are in the caches. False if no part does: the clock
 * stands still. A wrong sum shows again when it is timed. */
static bool calibrate(struct timed_row *row)
{
    /* 3 ps per query. On Zen 5 the loop alone takes 40 ps in batches, as clang compiles it for vectors of 64 bytes. */
    enum { MOST = 1 << 24 };
    static const size_t least[LIST_KINDS] = {64, 64, 2, 0};
    const struct workload *w = row->id.workload;
    size_t steps, unit = mode_table[row->id.mode->kind].cold_cache ? row->id.mode->queries
                         : w->kind == LIST_OF_PERFT_TASKS       ? w->n /* which differ widely */
                                                                : 1;
    bool right = true;
    warm_up(row);
    for (row->batch_size = unit > least[w->kind] ? unit : least[w->kind];
         right && row->batch_size < MOST; row->batch_size *= 2) {
        double seconds, start = clock_seconds();
        right = kernel_run(row, row->batch_size, &steps, &seconds);
        seconds = clock_seconds() - start;
        if (seconds >= SAMPLE_SECONDS / 4) {
            row->batch_size = (size_t)((double)row->batch_size * SAMPLE_SECONDS / seconds) + 1;
            row->batch_size = (row->batch_size + unit - 1) / unit * unit;
            return true;
        }
    }
    return !right;
}

/* What one visit to each row takes; a canary adds a quarter to a sample. */
static double round_seconds(struct timed_row *const *order, size_t n)
{
    double seconds = 1e-9;
    for (size_t i = 0; i < n; i++) {
        double list =
            SAMPLE_SECONDS * (double)order[i]->id.workload->n / (double)order[i]->batch_size;
        seconds += 1.25 * SAMPLE_SECONDS * (double)run.batches;
        seconds += run.plan->interleaved ? 0 : fmin(list, WARM_SECONDS);
    }
    return seconds;
}

static void shuffle(struct timed_row **order, size_t n, struct random *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(random, i);
        struct timed_row *swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

/* One visit a row and round, under the names scheme/piece/workload/mode. */
static bool register_visits(struct timed_row **order, size_t n, size_t rounds)
{
    struct random random = {run.plan->seed + run.plan->process};
    for (size_t round = 0; round < rounds; round++) {
        shuffle(order, n, &random);
        for (size_t i = 0; i < n; i++) {
            char name[128];
            const struct timed_row *row = order[i];
            snprintf(name, sizeof name, "%s/%s/%s/%s", row->id.scheme->name,
                     piece_names[row->id.workload->piece], row->id.workload->name,
                     row->id.mode->name);
            if (!gbench_register(name, visit, order[i], run.batches, row->batch_size))
                return false;
        }
    }
    return true;
}

bool rounds_run(struct timed_rows *rows, const struct rounds_plan *plan, struct error *error)
{
    struct timed_row **order = malloc((rows->n + 1) * sizeof(struct timed_row *));
    size_t n = 0;
    run.plan = plan;
    run.rows = rows;
    run.batches = plan->interleaved ? 1 : SAMPLES_A_VISIT;
    run.cpu_state = cpu_state();
    catch_crashes();
    counters_open();
    bool ticks = true;
    for (size_t i = 0; order && ticks && i < rows->n; i++)
        if (rows->row[i].id.status == ROW_OK) {
            run.row = (uint32_t)i;
            watchdog_set(&watchdog, preparation_limit(rows->row[i].id.workload));
            bool ready = inputs_prepare(rows, i, error);
            if (ready && !cold_cache_reserve(rows->row[i].id.mode->kib))
                ready = fail(error, STATUS_ENVIRONMENT, "no memory for a working set of %u KiB",
                             rows->row[i].id.mode->kib);
            if (!ready) {
                free(order);
                return false;
            }
            watchdog_set(&watchdog, HUNG_SECONDS);
            ticks = calibrate(&rows->row[i]);
            order[n++] = &rows->row[i];
        }
    watchdog_set(&watchdog, 0);
    if (!ticks) {
        free(order);
        return fail(error, STATUS_ENVIRONMENT, "the clock stands still");
    }
    /* A third of the time is for samples that must be taken again. */
    double rounds = fmax(plan->seconds * 2 / 3 / round_seconds(order, n), MIN_ROUNDS);
    run.visits = n * (size_t)rounds;
    run.visits_done = 0;
    run.reference_ipc[0] = run.reference_ipc[1] = 0;
    tell(MESSAGE_PLAN, 0, (uint32_t)run.visits, NULL, 0);
    bool ok = order && register_visits(order, n, (size_t)rounds);
    if (!ok)
        fail(error, STATUS_ENVIRONMENT, "no memory for %.0f rounds of %zu rows", rounds, n);
    run.start = clock_seconds();
    ok = ok && (!n || gbench_run(error));
    watchdog_set(&watchdog, 0);
    counters_close();
    if (ok)
        tell(MESSAGE_END, 0, 0, NULL, 0);
    free(order);
    return ok;
}
