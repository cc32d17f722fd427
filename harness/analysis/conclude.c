/* SPDX-License-Identifier: MIT */
#include "analysis/conclude.h"
#include "analysis/undisturbed_samples.h"
#include "timing/core_sharing.h"
#include "analysis/in_doubt.h"
#include "analysis/process_results.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double MARGIN = 0.01; /* ratios closer than this are not told apart */

/* Of all samples; the reference itself makes a twentieth of any samples clean. */
static const double LEAST_CLEAN = 0.1;

/* Median over processes of each process's median. */
static struct interval over_processes(const double *of_process, size_t processes, size_t measured,
                                      double *scratch)
{
    memcpy(scratch, of_process, processes * sizeof *scratch);
    return stats_median_interval(scratch, processes, stats_confidence(1, measured));
}

__attribute__((format(printf, 3, 4))) static void
no_figure(struct measured_row *row, enum row_status status, const char *why, ...)
{
    va_list arguments;
    va_start(arguments, why);
    row->id.status = status;
    vsnprintf(row->id.reason, sizeof row->id.reason, why, arguments);
    va_end(arguments);
}

static double median_of_processes(const struct measured_row *row, size_t processes, size_t field,
                                  double *scratch)
{
    for (size_t p = 0; p < processes; p++)
        scratch[p] = *(const double *)((const char *)&row->process[p] + field);
    return stats_quantile(scratch, processes, 0.5);
}

static bool conclude_row(struct measured_row *row, const struct run *run)
{
    size_t samples = 0, clean = 0, visits = 0, processes = run->processes;
    double *scratch = malloc((processes + 1) * sizeof *scratch);
    bool ok = scratch && process_results_compute(row, run);
    for (size_t p = 0; ok && p < processes; p++) {
        row->processes_measured += isfinite(row->process[p].cycles);
        visits += row->process[p].samples > 0;
        samples += row->process[p].samples;
        clean += row->process[p].undisturbed;
    }
    if (ok) {
        row->undisturbed_share = samples ? (double)clean / (double)samples : 0;
        row->ghz =
            median_of_processes(row, processes, offsetof(struct process_result, ghz), scratch);
        for (size_t c = 0; c < COUNTERS; c++)
            row->counted[c] = median_of_processes(
                row, processes, offsetof(struct process_result, counted[c]), scratch);
        row->cycles =
            over_processes(row->process_cycles, processes, row->processes_measured, scratch);
        row->ns = over_processes(row->process_ns, processes, row->processes_measured, scratch);
        if (!row->processes_measured || row->processes_measured < processes_needed(run, visits))
            no_figure(row, ROW_UNSTABLE, "%zu of %zu processes had %d clean samples",
                      row->processes_measured, visits, ENOUGH_SAMPLES);
    }
    free(scratch);
    return ok;
}

/* Ranks the rows of one group among each other; by its own paired ratios, see stats.h. */
static bool rank_group(struct run *run, const struct measured_row *first)
{
    double *times = malloc((run->n * run->processes + 1) * sizeof *times);
    struct standing *standings = calloc(run->n, sizeof *standings);
    struct measured_row **members = malloc(run->n * sizeof(struct measured_row *));
    bool ok = times && standings && members;
    size_t n = 0, fewest = run->processes;
    for (size_t i = 0; ok && i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (!run_same_group(row, first) || row->id.status != ROW_OK ||
            row->id.scheme->traits & MOCK)
            continue;
        memcpy(times + n * run->processes, row->process_cycles, run->processes * sizeof *times);
        members[n++] = row;
        fewest = row->processes_measured < fewest ? row->processes_measured : fewest;
    }
    if (ok)
        stats_rank(times, n, run->processes, stats_confidence(n ? n - 1 : 0, fewest), MARGIN,
                   standings);
    for (size_t i = 0; ok && i < n; i++)
        members[i]->standing = standings[i];
    free(times);
    free(standings);
    free(members);
    return ok;
}

struct interval paired_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b)
{
    size_t pairs = 0;
    for (size_t i = 0; i < run->processes; i++)
        pairs += isfinite(a->process_cycles[i]) && isfinite(b->process_cycles[i]);
    return stats_ratio(a->process_cycles, b->process_cycles, run->processes,
                       stats_confidence(1, pairs));
}

/* A twin that is told from its original shows that the group's figures hold something else than schemes. */
static void gate_by_twin(struct run *run, const struct measured_row *twin)
{
    const struct measured_row *original = run_find(run, twin, twin->id.scheme->twin);
    if (twin->id.status != ROW_OK || !original || original->id.status != ROW_OK)
        return;
    struct interval ratio = paired_ratio(run, twin, original);
    if (stats_verdict(ratio, MARGIN) == TIED)
        return;
    for (size_t i = 0; i < run->n; i++)
        if (run_same_group(&run->row[i], twin) && run->row[i].id.status == ROW_OK)
            no_figure(&run->row[i], ROW_UNSTABLE, "%s runs %.3f times as long as its original",
                      twin->id.scheme->name, ratio.mid);
}

/* The core may be shared only while others work: then no time makes such a row clean, and its figure would be another
 * thing's. alone: the clean share of rows that are timed alone. */
static void judge_together(const struct run *run, struct measured_row *row, double alone)
{
    double whole =
        (double)count_undisturbed_samples(row, run->reference_ipc) / (double)row->sample_count;
    bool always = indicates_sharing(run->reference_ipc_with_corunners, run->reference_ipc);
    if (always || (row->id.status == ROW_UNSTABLE && whole < SEPARATE_CORES * alone))
        no_figure(row, ROW_UNSUPPORTED,
                  "not possible here: undisturbed %.0f %% of the time while other cores work; "
                  "%.0f %% alone",
                  100 * whole, 100 * alone);
}

bool conclude(struct run *run, double best_ipc, struct error *error)
{
    bool ok = compute_references(run), contended = indicates_sharing(run->reference_ipc, best_ipc),
         shared = ok && undisturbed_share(run, true) < LEAST_CLEAN;
    double alone = ok ? undisturbed_share(run, false) : NAN;
    run->min_processes = run->processes;
    for (size_t i = 0; ok && i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (row->id.status != ROW_OK)
            continue;
        ok = conclude_row(row, run);
        run->counted = run->counted || isfinite(row->counted[COUNT_CYCLES]);
        if (row->sample_count && has_corunners(&row->id))
            judge_together(run, row, alone);
        if (row->id.status == ROW_OK && shared)
            no_figure(row, ROW_UNSTABLE,
                      "less than a tenth of all samples were undisturbed: the core was shared "
                      "throughout");
        if (row->id.status == ROW_OK && contended)
            no_figure(row, ROW_UNSTABLE,
                      "the core was shared throughout: %.2f canary operations a cycle, %.2f in "
                      "earlier runs",
                      run->reference_ipc, best_ipc);
    }
    for (size_t i = 0; ok && i < run->n; i++)
        if (run->row[i].id.scheme->twin)
            gate_by_twin(run, &run->row[i]);
    for (size_t i = 0; ok && i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        run->unsupported += row->id.status == ROW_UNSUPPORTED;
        run->wrong += row->id.status == ROW_WRONG || row->id.status == ROW_CRASHED;
        run->unstable += row->id.status == ROW_UNSTABLE;
        if (row->id.status == ROW_OK && row->processes_measured < run->min_processes)
            run->min_processes = row->processes_measured;
        bool first = true;
        for (size_t j = 0; j < i; j++)
            first = first && !run_same_group(row, &run->row[j]);
        if (first)
            ok = rank_group(run, row);
    }
    ok = ok && mark_rows_in_doubt(run);
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", run->n);
}

bool conclude_so_far(const struct run *run, double best_ipc, struct run *so_far,
                     struct error *error)
{
    *so_far = *run;
    so_far->row = malloc((run->n + 1) * sizeof *so_far->row);
    if (!so_far->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", run->n);
    memcpy(so_far->row, run->row, run->n * sizeof *so_far->row);
    run_drop_filtered(so_far);
    if (conclude(so_far, best_ipc, error))
        return true;
    conclude_free(so_far);
    return false;
}

void conclude_free(struct run *so_far)
{
    for (size_t i = 0; i < so_far->n; i++)
        run_free_results(&so_far->row[i]);
    free(so_far->row);
}
