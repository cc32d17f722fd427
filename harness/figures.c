/* SPDX-License-Identifier: MIT */
#include "figures.h"
#include "clean.h"
#include "core_sharing.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH_SAMPLES = 15, /* clean ones, for a process to have a say on a row                  */
    ENOUGH_PROCESSES = 5 /* that have one: an interval of fewer holds less than 90 %          */
};

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

/* How many processes must have a say: half of all, lest only odd moments count. */
static size_t processes_needed(const struct rows *rows)
{
    size_t most = rows->asked < rows->processes ? rows->asked : rows->processes;
    size_t few = most < ENOUGH_PROCESSES ? most : ENOUGH_PROCESSES,
           half = (rows->processes + 1) / 2;
    return few > half ? few : half;
}

bool figures_lack_samples(const struct rows *rows)
{
    struct rows so_far = *rows;
    references_find(&so_far); /* without memory no sample is clean, and there is no figure either */
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        size_t measured = 0;
        if (works_together(row))
            continue;
        for (size_t j = 0, process = 0; process < rows->processes; process++) {
            size_t clean = 0;
            for (; j < row->sample_count && row->samples[j].process == process; j++)
                clean += sample_clean(&row->samples[j], so_far.reference_ipc);
            measured += clean >= ENOUGH_SAMPLES;
        }
        if (row->status == ROW_OK && row->sample_count && measured < processes_needed(rows))
            return true;
    }
    return false;
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

static bool conclude_row(struct row *row, const struct rows *rows)
{
    size_t clean_count = 0, n = row->sample_count, processes = rows->processes;
    size_t room = (n > processes ? n : processes) + 1;
    double *cycles = malloc(room * sizeof *cycles), *ns = malloc(room * sizeof *ns);
    double *ghz = malloc(room * sizeof *ghz);
    row->process_cycles = malloc((processes + 1) * sizeof(double));
    row->process_ns = malloc((processes + 1) * sizeof(double));
    bool ok = cycles && ns && ghz && row->process_cycles && row->process_ns;
    for (size_t process = 0, j = 0; ok && process < processes; process++) {
        size_t clean = 0;
        for (; j < n && row->samples[j].process == process; j++)
            if (sample_clean(&row->samples[j], reference_of(rows, row))) {
                cycles[clean] = row->samples[j].cycles;
                ns[clean++] = row->samples[j].ns;
                ghz[clean_count++] = row->samples[j].ghz;
            }
        bool enough = clean >= ENOUGH_SAMPLES;
        row->measured += enough;
        row->process_cycles[process] = enough ? stats_quantile(cycles, clean, 0.5) : NAN;
        row->process_ns[process] = enough ? stats_quantile(ns, clean, 0.5) : NAN;
    }
    if (ok) {
        row->clean_share = n ? (double)clean_count / (double)n : 0;
        row->ghz = stats_quantile(ghz, clean_count, 0.5);
        row->cycles = over_processes(row->process_cycles, processes, row->measured, cycles);
        row->ns = over_processes(row->process_ns, processes, row->measured, ns);
        if (!row->measured || row->measured < processes_needed(rows)) {
            no_figure(row, ROW_UNSTABLE, "%zu of %zu processes had %d clean samples", row->measured,
                      processes, ENOUGH_SAMPLES);
        }
    }
    free(cycles);
    free(ns);
    free(ghz);
    return ok;
}

/* What the hardware counted, by the median of the clean samples of all processes. */
static bool conclude_counters(struct row *row, struct rows *rows)
{
    double *values = malloc((row->sample_count + 1) * sizeof *values);
    for (int c = 0; values && c < COUNTERS; c++) {
        size_t n = 0;
        for (size_t j = 0; j < row->sample_count; j++)
            if (sample_clean(&row->samples[j], reference_of(rows, row)))
                values[n++] = row->samples[j].counted[c];
        row->counted[c] = stats_quantile(values, n, 0.5);
    }
    rows->counted = rows->counted || isfinite(row->counted[COUNT_CYCLES]);
    free(values);
    return values != NULL;
}

static bool same_group(const struct row *a, const struct row *b)
{
    return a->workload == b->workload && a->way == b->way;
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
        if (!same_group(row, first) || row->status != ROW_OK || row->scheme->traits & MOCK)
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

struct interval figures_ratio(const struct rows *rows, const struct row *a, const struct row *b)
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
    struct interval ratio = figures_ratio(rows, twin, original);
    if (stats_verdict(ratio, MARGIN) == TIED)
        return;
    for (size_t i = 0; i < rows->n; i++)
        if (same_group(&rows->row[i], twin) && rows->row[i].status == ROW_OK)
            no_figure(&rows->row[i], ROW_UNSTABLE, "%s runs %.3f times as long as its original",
                      twin->scheme->name, ratio.mid);
}

/* The core may be shared only while others work: then no time makes such a row clean, and its figure would be another
 * thing's. alone: the clean share of rows that are timed alone. */
static void judge_together(const struct rows *rows, struct row *row, double alone)
{
    double whole = (double)clean_samples(row, rows->reference_ipc) / (double)row->sample_count;
    bool always = rows->reference_together < 0.96 * rows->reference_ipc;
    if (always || (row->status == ROW_UNSTABLE && whole < SEPARATE_CORES * alone))
        no_figure(row, ROW_UNSUPPORTED,
                  "not possible here: undisturbed %.0f %% of the time while other cores work; "
                  "%.0f %% alone",
                  100 * whole, 100 * alone);
}

bool figures_conclude(struct rows *rows, double best_ipc, struct error *error)
{
    bool ok = references_find(rows), contended = rows->reference_ipc < 0.96 * best_ipc,
         shared = ok && clean_share(rows, true) < LEAST_CLEAN;
    double alone = ok ? clean_share(rows, false) : NAN;
    rows->fewest = rows->processes;
    for (size_t i = 0; ok && i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status != ROW_OK)
            continue;
        ok = conclude_row(row, rows) && conclude_counters(row, rows);
        if (row->sample_count && works_together(row))
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
            first = first && !same_group(row, &rows->row[j]);
        if (first)
            ok = rank_group(rows, row);
    }
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", rows->n);
}
