/* SPDX-License-Identifier: MIT */
#include "timing/worker/visit.h"
#include "analysis/undisturbed_samples.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/corunners.h"
#include "timing/worker/corunner_processes.h"
#include "timing/worker/corunner_threads.h"
#include "timing/worker/messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the reference ---- */

/* Gives up the samples of all rows, as if the core had been taken. */
static void drop_samples(struct visit_context *context)
{
    for (size_t i = 0; i < context->n; i++) {
        struct visited_row *visited = &context->row[i];
        visited->lost += (double)visited->undisturbed;
        context->lost += (double)visited->undisturbed;
        visited->undisturbed = 0;
        visited->failures = 0;
    }
    context->undisturbed = context->needed = context->measured = 0;
}

/* Raises the reference if the last canaries above its tolerance agree: the core was shared when it
 * was measured, and in all samples so far. */
static void check_reference(struct visit_context *context, double ipc)
{
    double sorted[HIGHER_CANARIES];
    if (ipc <= (1 + IPC_TOLERANCE) * context->reference_ipc || ipc > CANARY_CHAINS)
        return;
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

static bool is_undisturbed(const struct visit_context *context, const struct moment *moment)
{
    double ipc = moment->canary.ipc;
    return ipc_undisturbed(ipc, ipc, context->reference_ipc) && moment_kept_cpu(moment);
}

/* Counts the time since `start` as lost. */
static void lose(struct visited_row *visited, double start)
{
    double samples = (clock_seconds() - start) / (SAMPLE_WITH_CANARY * SAMPLE_SECONDS);
    visited->lost += samples;
    visited->context->lost += samples;
}

/* Waits until the core is undisturbed, and sets *moment to the last canary. Returns false if the
 * process's bound ends first, or if the row's co-runners may be the disturbance. */
static bool await_undisturbed_core(struct visited_row *visited, struct moment *moment)
{
    struct visit_context *context = visited->context;
    const struct row *planned = &visited->row->planned;
    double start = clock_seconds(), end = context->start + context->plan->bound;
    *moment = moment_read();
    if (is_undisturbed(context, moment))
        return true;
    unsigned waits = 0;
    bool undisturbed = false, patient = true;
    messages_end_watch(); /* waiting is no hang */
    while (!undisturbed && patient && clock_seconds() < end) {
        check_reference(context, moment->canary.ipc);
        *moment = moment_read();
        undisturbed = is_undisturbed(context, moment);
        patient = !row_has_corunners(planned) || ++waits < MAX_CORUNNER_WAITS;
    }
    messages_watch_row(visited->index, HUNG_SECONDS * planned->mode->threads);
    lose(visited, start);
    visited->failures += undisturbed || patient ? 0 : MAX_VISIT_FAILURES;
    return undisturbed;
}

/* Waits, warms up, and does both again if the core was taken meanwhile. Returns false if the core
 * remained so, or if the row is wrong: *correct. */
static bool prepare_samples(struct visited_row *visited, struct moment *moment, bool *correct)
{
    const struct timing_plan *plan = visited->context->plan;
    for (int i = 0; i < MAX_WARMUPS; i++) {
        if (!await_undisturbed_core(visited, moment))
            return false;
        if (plan->no_warmup)
            return true;
        double start = clock_seconds();
        struct moment before = *moment;
        *correct = warm_up(visited->row);
        *moment = moment_read();
        if (!*correct)
            return false;
        if (moment_kept_cpu(&before) && is_undisturbed(visited->context, moment))
            return true;
        lose(visited, start);
    }
    return await_undisturbed_core(visited, moment);
}

/* ---- samples ---- */

/* Returns room for one more sample. Without memory it reports that and exits. */
static struct sample *next_sample(struct visited_row *visited)
{
    if (visited->undisturbed == visited->capacity) {
        size_t capacity = 2 * visited->capacity + visited->context->of_visit;
        struct sample *grown = realloc(visited->samples, capacity * sizeof *grown);
        if (!grown)
            messages_exit_without_memory();
        visited->samples = grown;
        visited->capacity = capacity;
    }
    return &visited->samples[visited->undisturbed];
}

/* Keeps the sample that was written to next_sample(). */
static void keep_sample(struct visited_row *visited)
{
    struct visit_context *context = visited->context;
    visited->undisturbed++;
    context->undisturbed++;
    context->needed += visited->undisturbed <= MIN_SAMPLES;
    context->measured += visited->undisturbed == MIN_SAMPLES;
}

/* Takes samples after one warm-up, until one is disturbed. Returns their number. */
static size_t take_series(struct visited_row *visited, size_t wanted, struct moment *moment,
                          bool *correct)
{
    struct visit_context *context = visited->context;
    for (size_t taken = 0; taken < wanted; taken++) {
        double start = clock_seconds();
        struct sample *sample = next_sample(visited);
        *correct = take_sample(&context->sampling, visited->row, moment, sample);
        if (!*correct)
            return taken;
        if (!sample_undisturbed(sample, context->reference_ipc)) {
            check_reference(context, sample->ipc_high);
            visited->failures++;
            lose(visited, start);
            return taken;
        }
        keep_sample(visited);
    }
    return wanted;
}

/* ---- a visit ---- */

static void start_corunners(const struct visited_row *visited)
{
    if (mode_table[visited->row->planned.mode->kind].copies)
        corunner_processes_run(visited->context->rows, visited->row);
    else
        corunner_threads_run(visited->row);
}

static void stop_corunners(void)
{
    corunners_stop();
    corunner_processes_stop();
}

static void report_wrong(struct visited_row *visited)
{
    struct row *planned = &visited->row->planned;
    planned->status = ROW_WRONG;
    snprintf(planned->reason, sizeof planned->reason, "%s", WRONG_KERNEL);
    messages_send(MESSAGE_WRONG, visited->index, 0, NULL, 0);
}

/* Returns which share of its samples the process has. After its time it only goes on with rows that
 * lack MIN_SAMPLES. */
static double share_done(const struct visit_context *context)
{
    double rows = (double)context->n,
           all = (double)context->undisturbed /
                 (rows * (double)(context->rounds * context->of_visit)),
           needed = (double)context->needed / (rows * MIN_SAMPLES),
           time = (clock_seconds() - context->start) / context->seconds;
    return fmin(fmax(all, fmin(needed, time)), 1);
}

static void report_progress(const struct visited_row *visited)
{
    const struct visit_context *context = visited->context;
    double undisturbed = (double)context->undisturbed;
    struct process_progress progress = {.done = (float)share_done(context),
                                        .undisturbed =
                                            (float)(undisturbed / (undisturbed + context->lost)),
                                        .measured = (uint32_t)context->measured};
    messages_send(MESSAGE_VISIT, visited->index, 0, &progress, sizeof progress);
}

void visit_row(struct visited_row *visited)
{
    const struct visit_context *context = visited->context;
    unsigned most = visited->failures + MAX_VISIT_FAILURES;
    bool correct = true;
    size_t n = 0;
    struct moment moment;
    visited->visits++;
    messages_watch_row(visited->index, HUNG_SECONDS * visited->row->planned.mode->threads);
    start_corunners(visited);
    while (correct && n < context->of_visit && visited->failures < most &&
           prepare_samples(visited, &moment, &correct))
        n += take_series(visited, context->of_visit - n, &moment, &correct);
    stop_corunners();
    if (correct)
        report_progress(visited);
    else
        report_wrong(visited);
}

bool wants_visit(const struct visited_row *visited)
{
    const struct visit_context *context = visited->context;
    double spent = clock_seconds() - context->start;
    if (visited->row->planned.status != ROW_OK || spent >= context->plan->bound)
        return false;
    return (visited->visits < context->rounds && spent < context->seconds) || !visited->visits ||
           (visited->undisturbed < MIN_SAMPLES && visited->failures < MAX_ROW_FAILURES);
}
