/* SPDX-License-Identifier: MIT */
#include "timing/worker/visit.h"
#include "analysis/undisturbed_samples.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/corunners.h"
#include "timing/worker/corunner_processes.h"
#include "timing/worker/corunner_threads.h"
#include "timing/worker/messages.h"
#include "timing/worker/sampling.h"

#include <math.h>

size_t samples_per_visit(const struct timing_plan *plan)
{
    return plan->no_warmup ? 1 : SAMPLES_PER_VISIT;
}

/* Returns whether to repeat a sample: it is disturbed, and the run keeps its pace. */
static bool worth_retry(const struct visit_context *context, const struct sample *sample,
                        double reference_ipc)
{
    double share = ((double)context->visits_done + 1) / (double)context->visits;
    return !sample_undisturbed(sample, reference_ipc) &&
           clock_seconds() - context->start < context->plan->seconds * share;
}

/* The samples of a visit, disturbed ones included. */
struct series {
    struct sample sample[SAMPLES_PER_VISIT * MAX_TRIES];
    uint32_t n;
};

/* Appends a sample, and repeats it while that is worth it. Warms up after a disturbed sample, whose
 * cause may have evicted our data. Returns false if the row is wrong. */
static bool take_with_retries(const struct visited_row *visited, struct series *series,
                              struct canary *canary, double *seconds)
{
    const struct visit_context *context = visited->context;
    const struct timing_plan *plan = context->plan;
    const struct sampling sampling = {plan->cpu, plan->process, context->cpu_state};
    struct timed_row *row = visited->row;
    double reference_ipc = context->reference_ipc[row_has_corunners(&row->planned)];
    bool correct = true;
    for (unsigned tries = 0; correct && tries < MAX_TRIES; tries++) {
        const struct sample *last = series->n ? &series->sample[series->n - 1] : NULL;
        if (tries && !worth_retry(context, last, reference_ipc))
            break;
        if (last && !sample_undisturbed(last, reference_ipc))
            correct = warm_up_until_undisturbed(row, plan->no_warmup, canary);
        struct sample *sample = &series->sample[series->n++];
        correct = correct && take_sample(&sampling, row, canary, sample, seconds);
    }
    return correct;
}

static void start_corunners(const struct timed_rows *rows, const struct timed_row *row)
{
    if (mode_table[row->planned.mode->kind].copies)
        corunner_processes_run(rows, row);
    else
        corunner_threads_run(row);
}

/* Takes and reports the row's samples. Returns false if the row is wrong. */
static bool sample_row(struct gbench_state *state, const struct visited_row *visited)
{
    static struct series series; /* the stack may be small */
    struct visit_context *context = visited->context;
    struct timed_row *row = visited->row;
    double *reference_ipc = &context->reference_ipc[row_has_corunners(&row->planned)];
    double ipc[SAMPLES_PER_VISIT], seconds;
    size_t n = 0;
    struct canary canary;
    series.n = 0;
    start_corunners(context->rows, row);
    bool correct = warm_up_until_undisturbed(row, context->plan->no_warmup, &canary);
    while (correct && gbench_next(state, row->sample_size)) {
        correct = take_with_retries(visited, &series, &canary, &seconds);
        if (!correct)
            break;
        gbench_time(state, seconds);
        ipc[n++] = series.sample[series.n - 1].ipc;
    }
    corunners_stop();
    corunner_processes_stop();
    *reference_ipc = fmax(*reference_ipc, stats_quantile(ipc, n, 0.5));
    gbench_counter(state, "GHz", canary.ghz);
    if (correct)
        messages_send(MESSAGE_VISIT, visited->index, series.n, series.sample,
                      series.n * sizeof *series.sample);
    return correct;
}

void visit_row(struct gbench_state *state, void *user)
{
    const struct visited_row *visited = user;
    struct row *planned = &visited->row->planned;
    if (planned->status != ROW_OK) {
        gbench_skip(state, planned->reason);
        return;
    }
    messages_watch_row(visited->index, HUNG_SECONDS * planned->mode->threads);
    if (!sample_row(state, visited)) {
        planned->status = ROW_WRONG;
        snprintf(planned->reason, sizeof planned->reason, "%s", WRONG_KERNEL);
        gbench_skip(state, planned->reason);
        messages_send(MESSAGE_WRONG, visited->index, 0, NULL, 0);
        return;
    }
    visited->context->visits_done++;
}
