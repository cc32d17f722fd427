/* SPDX-License-Identifier: MIT */
#include "analysis/conclude.h"
#include "analysis/clean_samples.h"
#include "timing/core_sharing.h"
#include "analysis/doubts.h"
#include "analysis/process_figures.h"

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

__attribute__((format(printf, 3, 4))) static void no_figure(struct row *row, enum row_status status,
                                                            const char *why, ...)
{
    va_list arguments;
    va_start(arguments, why);
    row->status = status;
    vsnprintf(row->why, sizeof row->why, why, arguments);
    va_end(arguments);
}

static double median_of_processes(const struct row *row, size_t processes, size_t field,
                                  double *scratch)
{
    for (size_t p = 0; p < processes; p++)
        scratch[p] = *(const double *)((const char *)&row->process[p] + field);
    return stats_quantile(scratch, processes, 0.5);
}

static bool conclude_row(struct row *row, const struct rows *rows)
{
    size_t samples = 0, clean = 0, visits = 0, processes = rows->processes;
    double *scratch = malloc((processes + 1) * sizeof *scratch);
    bool ok = scratch && process_figures_find(row, rows);
    for (size_t p = 0; ok && p < processes; p++) {
        row->measured += isfinite(row->process[p].cycles);
        visits += row->process[p].samples > 0;
        samples += row->process[p].samples;
        clean += row->process[p].clean;
    }
    if (ok) {
        row->undisturbed_share = samples ? (double)clean / (double)samples : 0;
        row->ghz =
            median_of_processes(row, processes, offsetof(struct process_figures, ghz), scratch);
        for (size_t c = 0; c < COUNTERS; c++)
            row->counted[c] = median_of_processes(
                row, processes, offsetof(struct process_figures, counted[c]), scratch);
        row->cycles = over_processes(row->process_cycles, processes, row->measured, scratch);
        row->ns = over_processes(row->process_ns, processes, row->measured, scratch);
        if (!row->measured || row->measured < processes_needed(rows, visits))
            no_figure(row, ROW_UNSTABLE, "%zu of %zu processes had %d clean samples", row->measured,
                      visits, ENOUGH_SAMPLES);
    }
    free(scratch);
    return ok;
}

/* Ranks the rows of one group among each other; by its own paired ratios, see stats.h. */
static bool rank_group(struct rows *rows, const struct row *first)
{
    double *times = malloc((rows->n * rows->processes + 1) * sizeof *times);
    struct standing *standings = calloc(rows->n, sizeof *standings);
    struct row **members = malloc(rows->n * sizeof(struct row *));
    bool ok = times && standings && members;
    size_t n = 0, fewest = rows->processes;
    for (size_t i = 0; ok && i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (!rows_same_group(row, first) || row->status != ROW_OK || row->scheme->traits & MOCK)
            continue;
        memcpy(times + n * rows->processes, row->process_cycles, rows->processes * sizeof *times);
        members[n++] = row;
        fewest = row->measured < fewest ? row->measured : fewest;
    }
    if (ok)
        stats_rank(times, n, rows->processes, stats_confidence(n ? n - 1 : 0, fewest), MARGIN,
                   standings);
    for (size_t i = 0; ok && i < n; i++)
        members[i]->standing = standings[i];
    free(times);
    free(standings);
    free(members);
    return ok;
}

struct interval paired_ratio(const struct rows *rows, const struct row *a, const struct row *b)
{
    size_t pairs = 0;
    for (size_t i = 0; i < rows->processes; i++)
        pairs += isfinite(a->process_cycles[i]) && isfinite(b->process_cycles[i]);
    return stats_ratio(a->process_cycles, b->process_cycles, rows->processes,
                       stats_confidence(1, pairs));
}

/* A twin that is told from its original shows that the group's figures hold something else than schemes. */
static void gate_by_twin(struct rows *rows, const struct row *twin)
{
    const struct row *original = rows_find(rows, twin, twin->scheme->twin);
    if (twin->status != ROW_OK || !original || original->status != ROW_OK)
        return;
    struct interval ratio = paired_ratio(rows, twin, original);
    if (stats_verdict(ratio, MARGIN) == TIED)
        return;
    for (size_t i = 0; i < rows->n; i++)
        if (rows_same_group(&rows->row[i], twin) && rows->row[i].status == ROW_OK)
            no_figure(&rows->row[i], ROW_UNSTABLE, "%s runs %.3f times as long as its original",
                      twin->scheme->name, ratio.mid);
}

/* The core may be shared only while others work: then no time makes such a row clean, and its figure would be another
 * thing's. alone: the clean share of rows that are timed alone. */
static void judge_together(const struct rows *rows, struct row *row, double alone)
{
    double whole =
        (double)count_clean_samples(row, rows->reference_ipc) / (double)row->sample_count;
    bool always = shows_sharing(rows->reference_together, rows->reference_ipc);
    if (always || (row->status == ROW_UNSTABLE && whole < SEPARATE_CORES * alone))
        no_figure(row, ROW_UNSUPPORTED,
                  "not possible here: undisturbed %.0f %% of the time while other cores work; "
                  "%.0f %% alone",
                  100 * whole, 100 * alone);
}

bool conclude(struct rows *rows, double best_ipc, struct error *error)
{
    bool ok = find_references(rows), contended = shows_sharing(rows->reference_ipc, best_ipc),
         shared = ok && undisturbed_share(rows, true) < LEAST_CLEAN;
    double alone = ok ? undisturbed_share(rows, false) : NAN;
    rows->fewest = rows->processes;
    for (size_t i = 0; ok && i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status != ROW_OK)
            continue;
        ok = conclude_row(row, rows);
        rows->counted = rows->counted || isfinite(row->counted[COUNT_CYCLES]);
        if (row->sample_count && has_corunners(row))
            judge_together(rows, row, alone);
        if (row->status == ROW_OK && shared)
            no_figure(row, ROW_UNSTABLE,
                      "less than a tenth of all samples were undisturbed: the core was shared "
                      "throughout");
        if (row->status == ROW_OK && contended)
            no_figure(row, ROW_UNSTABLE,
                      "the core was shared throughout: %.2f canary operations a cycle, %.2f in "
                      "earlier runs",
                      rows->reference_ipc, best_ipc);
    }
    for (size_t i = 0; ok && i < rows->n; i++)
        if (rows->row[i].scheme->twin)
            gate_by_twin(rows, &rows->row[i]);
    for (size_t i = 0; ok && i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        rows->unsupported += row->status == ROW_UNSUPPORTED;
        rows->wrong += row->status == ROW_WRONG || row->status == ROW_CRASHED;
        rows->unstable += row->status == ROW_UNSTABLE;
        if (row->status == ROW_OK && row->measured < rows->fewest)
            rows->fewest = row->measured;
        bool first = true;
        for (size_t j = 0; j < i; j++)
            first = first && !rows_same_group(row, &rows->row[j]);
        if (first)
            ok = rank_group(rows, row);
    }
    ok = ok && doubts_find(rows);
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", rows->n);
}

bool conclude_so_far(const struct rows *rows, double best_ipc, struct rows *so_far,
                     struct error *error)
{
    *so_far = *rows;
    so_far->row = malloc((rows->n + 1) * sizeof *so_far->row);
    if (!so_far->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", rows->n);
    memcpy(so_far->row, rows->row, rows->n * sizeof *so_far->row);
    rows_drop_filtered(so_far);
    if (conclude(so_far, best_ipc, error))
        return true;
    conclude_forget(so_far);
    return false;
}

void conclude_forget(struct rows *so_far)
{
    for (size_t i = 0; i < so_far->n; i++)
        row_forget_figures(&so_far->row[i]);
    free(so_far->row);
}
