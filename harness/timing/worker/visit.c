/* SPDX-License-Identifier: MIT */
#include "analysis/samples.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "timing/canary.h"
#include "timing/corunners.h"
#include "timing/counters.h"
#include "timing/protocol.h"
#include "timing/worker/worker.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>

/* Reports that the row is wrong. The process goes on without it. */
static void report_wrong(struct timed_row *row)
{
    row->planned.status = ROW_WRONG;
    messages_send(MESSAGE_WRONG, row->index, NULL, 0);
}

static bool is_right(const struct timed_row *row)
{
    return row->planned.status != ROW_WRONG;
}

/* ---- a sample ---- */

/* A canary, and how often the thread had lost its CPU before the canary began. */
struct canary_reading {
    struct canary canary;
    long switches;
};

/* Returns how often the thread lost its CPU against its will. */
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

static struct canary_reading reading_take(void)
{
    long before = switches();
    return (struct canary_reading){canary_read(), before};
}

static bool reading_kept_cpu(const struct canary_reading *reading)
{
    return switches() == reading->switches;
}

/* Calls kernel_run(). The row is wrong if the checksum is wrong, or if the kernel changed the CPU
 * state, which cpu_state_kept() then restores. */
static void run_checked(const struct visit_context *context, struct timed_row *row, size_t n)
{
    bool correct = kernel_run(row, n);
    if (!cpu_state_kept(context->cpu_state) || !correct)
        report_wrong(row);
}

/* Brings tables and list into the caches: runs the whole list once, for WARMUP_SECONDS at most.
 * After a shorter warm-up, each sample would pay for lines of tables that no sample before it has
 * read. With bursts the whole list would take too long, so it first runs once without bursts. */
static void warm_up(const struct visit_context *context, struct timed_row *row)
{
    size_t n = row->planned.list->n, group = list_group(row->planned.list->piece);
    bool bursts = mode_info(row->planned.mode)->cold_cache;
    size_t part = bursts ? row->planned.mode->queries : (n / LIST_PARTS / group + 1) * group;
    if (bursts && !kernel_warm(row))
        report_wrong(row);
    double start = clock_seconds();
    for (size_t done = 0; is_right(row) && done < n && clock_seconds() - start < WARMUP_SECONDS;
         done += part)
        run_checked(context, row, part);
}

/* Takes one sample. *last is the reading before the sample, and on return the one after it. */
static void take_sample(const struct visit_context *context, struct timed_row *row,
                        struct canary_reading *last, struct sample *sample)
{
    const struct canary_reading before = *last;
    int cpu = context->plan->cpu < 0 ? current_cpu() : context->plan->cpu;
    double counts[COUNTERS], counts_after[COUNTERS];
    bool counted = !mode_info(row->planned.mode)->cold_cache && counters_read(counts);
    struct corunner_parts parts;
    corunner_parts_read(&parts, row->planned.mode->cores - 1);
    run_checked(context, row, row->sample_size);
    double pace = corunner_parts_pace(&parts);
    counted = counted && counters_read(counts_after);
    const struct canary_reading after = reading_take();
    double ghz = (before.canary.ghz + after.canary.ghz) / 2,
           ns = row->seconds * 1e9 / (double)row->steps;
    bool kept = reading_kept_cpu(&before) && current_cpu() == cpu && row->seconds > 0;
    if (kept)
        row->corunner_pace = fmax(row->corunner_pace, pace);
    *sample = (struct sample){
        .interrupted = !kept || pace < CORUNNER_PACE * row->corunner_pace,
        .cycles = (float)(ns * ghz),
        .ns = (float)ns,
        .ghz_drift = (float)(fabs(after.canary.ghz - before.canary.ghz) / ghz),
        .ipc = (float)fmin(before.canary.ipc, after.canary.ipc),
        .ipc_high = (float)fmax(before.canary.ipc, after.canary.ipc),
    };
    for (int c = 0; c < COUNTERS; c++)
        sample->counts[c] =
            counted ? (float)((counts_after[c] - counts[c]) / (double)row->steps) : NAN;
    if (counted)
        sample->cycles = sample->counts[COUNT_CYCLES];
    *last = after;
}

/* ---- calibration ---- */

/* Times a run of n queries. A run of n / 2 queries took `before` seconds. Repeats a run that takes
 * suspiciously much longer, because the core may have been taken. */
static double time_run(const struct visit_context *context, struct timed_row *row, size_t n,
                       double before)
{
    double least = INFINITY;
    for (int i = 0;
         is_right(row) && i < CALIBRATION_TRIES && least > MAX_CALIBRATION_GROWTH * before; i++) {
        double start = clock_seconds();
        run_checked(context, row, n);
        least = fmin(least, clock_seconds() - start);
    }
    return least;
}

bool calibrate(const struct visit_context *context, struct timed_row *row)
{
    const struct mode_spec *mode = row->planned.mode;
    const struct list *list = row->planned.list;
    size_t first = list->kind == LIST_OF_GAMES ? MIN_SAMPLE_GAMES : MIN_SAMPLE_QUERIES,
           unit = mode_info(mode)->cold_cache ? mode->queries : list_group(list->piece);
    double seconds = 0;
    warm_up(context, row);
    for (row->sample_size = unit > first ? unit : first;
         is_right(row) && row->sample_size < MAX_SAMPLE_SIZE; row->sample_size *= 2) {
        seconds = time_run(context, row, row->sample_size, seconds);
        if (seconds >= SAMPLE_SECONDS * CALIBRATION_SHARE) {
            row->sample_size = (size_t)((double)row->sample_size * SAMPLE_SECONDS / seconds) + 1;
            row->sample_size = (row->sample_size + unit - 1) / unit * unit;
            return true;
        }
    }
    return !is_right(row);
}

/* ---- the reference ---- */

/* Drops the samples of all rows, and counts them as lost, as if the core had been taken. */
static void drop_samples(struct visit_context *context)
{
    for (size_t i = 0; i < context->rows->n; i++) {
        struct timed_row *row = &context->rows->row[i];
        row->lost += (double)row->undisturbed;
        context->lost += (double)row->undisturbed;
        row->undisturbed = 0;
        row->failures = 0;
    }
    context->undisturbed = context->needed = 0;
}

/* Raises the reference if successive canaries above its tolerance agree: then the core was shared
 * while the reference was measured, and during all samples so far. Single canaries are no evidence:
 * an interrupt during the second chain makes a canary too high, and by the same amount each time
 * (10 % in one of 500 canaries on a Zen 3). */
static void check_reference(struct visit_context *context, double ipc)
{
    double sorted[HIGHER_CANARIES];
    if (ipc <= (1 + CANARY_TOLERANCE) * context->reference_ipc || ipc > CANARY_CHAINS) {
        context->higher_count = 0;
        return;
    }
    context->higher[context->higher_count++ % HIGHER_CANARIES] = ipc;
    if (context->higher_count < HIGHER_CANARIES)
        return;
    memcpy(sorted, context->higher, sizeof sorted);
    double reference = stats_quantile(sorted, HIGHER_CANARIES, 0.5);
    if (sorted[HIGHER_CANARIES - 1] - sorted[0] > REFERENCE_SPREAD * reference)
        return;
    context->reference_ipc = reference;
    context->higher_count = 0;
    drop_samples(context);
}

/* ---- waiting ---- */

static bool is_undisturbed(struct visit_context *context, const struct canary_reading *reading)
{
    double ipc = reading->canary.ipc;
    check_reference(context, ipc);
    return ipc_undisturbed(ipc, ipc, context->reference_ipc) && reading_kept_cpu(reading);
}

/* Counts the time since `start` as samples that were missed. */
static void add_lost(struct visit_context *context, struct timed_row *row, double start)
{
    double samples = (clock_seconds() - start) / SAMPLE_WITH_CANARY_SECONDS;
    row->lost += samples;
    context->lost += samples;
}

/* Waits until the core is undisturbed, and sets *reading to the last canary. Returns false if the
 * process reaches its bound first, or if the row's own co-runners seem to disturb the core. */
static bool await_undisturbed_core(struct visit_context *context, struct timed_row *row,
                                   struct canary_reading *reading)
{
    double start = clock_seconds(), end = context->start + context->plan->bound;
    *reading = reading_take();
    if (is_undisturbed(context, reading))
        return true;
    unsigned waits = 0;
    bool undisturbed = false, patient = true;
    messages_end_watch(); /* waiting is no hang */
    while (!undisturbed && patient && clock_seconds() < end) {
        *reading = reading_take();
        undisturbed = is_undisturbed(context, reading);
        patient = !row_has_corunners(&row->planned) || ++waits < MAX_CORUNNER_WAITS;
    }
    messages_watch_row(row->index, HUNG_SECONDS * row->planned.mode->cores);
    add_lost(context, row, start);
    row->failures += undisturbed || patient ? 0 : MAX_VISIT_FAILURES;
    return undisturbed;
}

/* Waits for an undisturbed core and warms up; does both again if the core was taken meanwhile.
 * Returns false if the core remains taken, or if the row is wrong. */
static bool prepare_samples(struct visit_context *context, struct timed_row *row,
                            struct canary_reading *reading)
{
    for (int i = 0; i < MAX_WARMUPS; i++) {
        if (!await_undisturbed_core(context, row, reading))
            return false;
        double start = clock_seconds();
        struct canary_reading before = *reading;
        warm_up(context, row);
        *reading = reading_take();
        if (!is_right(row))
            return false;
        if (reading_kept_cpu(&before) && is_undisturbed(context, reading))
            return true;
        add_lost(context, row, start);
    }
    return await_undisturbed_core(context, row, reading);
}

/* ---- samples ---- */

static struct sample *next_sample(struct timed_row *row)
{
    if (row->undisturbed == row->capacity) {
        row->capacity = 2 * row->capacity + SAMPLES_PER_VISIT;
        row->samples = xreallocarray(row->samples, row->capacity, sizeof *row->samples);
    }
    return &row->samples[row->undisturbed];
}

/* Takes up to `wanted` samples after one warm-up, until one is disturbed. Returns how many are
 * undisturbed. */
static size_t take_series(struct visit_context *context, struct timed_row *row, size_t wanted,
                          struct canary_reading *reading)
{
    for (size_t taken = 0; taken < wanted; taken++) {
        double start = clock_seconds();
        struct sample *sample = next_sample(row);
        take_sample(context, row, reading, sample);
        if (!is_right(row))
            return taken;
        if (!sample_undisturbed(sample, context->reference_ipc)) {
            row->failures++;
            add_lost(context, row, start);
            return taken;
        }
        row->undisturbed++;
        context->undisturbed++;
        context->needed += row->undisturbed <= MIN_SAMPLES;
    }
    return wanted;
}

/* ---- a visit ---- */

/* Returns which part of its work the process has done, 0 to 1. The work is done when all rounds
 * have their samples, or when the time is over and each row has MIN_SAMPLES. */
static double share_done(const struct visit_context *context)
{
    double rows = (double)context->rows->n,
           all = (double)context->undisturbed /
                 (rows * (double)(context->rounds * SAMPLES_PER_VISIT)),
           needed = (double)context->needed / (rows * MIN_SAMPLES),
           time = (clock_seconds() - context->start) / context->seconds;
    return fmin(fmax(all, fmin(needed, time)), 1);
}

static void report_progress(const struct visit_context *context, const struct timed_row *row)
{
    double undisturbed = (double)context->undisturbed, all = undisturbed + context->lost;
    struct process_progress progress = {.done = (float)share_done(context),
                                        .undisturbed_share = (float)(undisturbed / all)};
    messages_send(MESSAGE_VISIT, row->index, &progress, sizeof progress);
}

void visit_row(struct visit_context *context, struct timed_row *row)
{
    unsigned most = row->failures + MAX_VISIT_FAILURES;
    size_t n = 0;
    struct canary_reading reading;
    row->visits++;
    messages_watch_row(row->index, HUNG_SECONDS * row->planned.mode->cores);
    row_corunners_run(context->rows, row);
    while (is_right(row) && n < SAMPLES_PER_VISIT && row->failures < most &&
           prepare_samples(context, row, &reading))
        n += take_series(context, row, SAMPLES_PER_VISIT - n, &reading);
    row_corunners_stop();
    if (is_right(row))
        report_progress(context, row);
}
