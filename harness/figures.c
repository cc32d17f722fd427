/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH_SAMPLES = 15, /* clean ones, for a process to have a say on a row                  */
    ENOUGH_PROCESSES = 5 /* that have one: an interval of fewer holds less than 90 %          */
};

static const double MARGIN = 0.01; /* ratios closer than this are not told apart */

/* Of all samples; the reference itself makes a twentieth of any samples clean. */
static const double LEAST_CLEAN = 0.1;

bool sample_clean(const struct sample *s, double reference_ipc)
{
    return !s->disturbed && s->ipc > 0.96 * reference_ipc && s->ipc_high < 1.04 * reference_ipc &&
           s->ghz_drift < 0.01;
}

/* The 95th percentile: what the undisturbed core does, as long as it was left alone a twentieth of the
 * time; not the maximum, which is a misread clock. Infinite, with which no sample counts, if all are the same to
 * the last bit: whatever said so, it was no measurement. 0 without samples, NAN without memory. */
static double reference_ipc(const struct rows *rows)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++)
        n += rows->row[i].sample_count;
    double *ipc = malloc((n + 1) * sizeof *ipc), reference = n ? NAN : 0;
    if (ipc && n) {
        n = 0;
        for (size_t i = 0; i < rows->n; i++)
            for (size_t j = 0; j < rows->row[i].sample_count; j++)
                ipc[n++] = rows->row[i].samples[j].ipc_high;
        reference = stats_quantile(ipc, n, 0.95);
        if (n > 1 && ipc[0] == ipc[n - 1]) /* sorted */
            reference = INFINITY;
    }
    free(ipc);
    return reference;
}

/* Was the core left alone so seldom that nobody can know what it does then? */
static bool shared_throughout(const struct rows *rows)
{
    size_t n = 0, clean = 0;
    for (size_t i = 0; i < rows->n; i++)
        for (size_t j = 0; j < rows->row[i].sample_count; j++) {
            n++;
            clean += sample_clean(&rows->row[i].samples[j], rows->reference_ipc);
        }
    return (double)clean < LEAST_CLEAN * (double)n;
}

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
    double ipc = reference_ipc(rows);
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        size_t measured = 0;
        for (size_t j = 0, process = 0; process < rows->processes; process++) {
            size_t clean = 0;
            for (; j < row->sample_count && row->samples[j].process == process; j++)
                clean += sample_clean(&row->samples[j], ipc);
            measured += clean >= ENOUGH_SAMPLES;
        }
        if (row->status == ROW_OK && row->sample_count && measured < processes_needed(rows))
            return true;
    }
    return false;
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
            if (sample_clean(&row->samples[j], rows->reference_ipc)) {
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
            row->status = ROW_UNSTABLE;
            snprintf(row->why, sizeof row->why, "%zu of %zu processes had %d clean samples",
                     row->measured, processes, ENOUGH_SAMPLES);
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
            if (sample_clean(&row->samples[j], rows->reference_ipc))
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
        if (same_group(&rows->row[i], twin) && rows->row[i].status == ROW_OK) {
            rows->row[i].status = ROW_UNSTABLE;
            snprintf(rows->row[i].why, sizeof rows->row[i].why,
                     "%s runs %.3f times as long as its original", twin->scheme->name, ratio.mid);
        }
}

bool figures_conclude(struct rows *rows, double best_ipc, struct error *error)
{
    rows->reference_ipc = reference_ipc(rows);
    rows->fewest = rows->processes;
    bool ok = !isnan(rows->reference_ipc), contended = rows->reference_ipc < 0.96 * best_ipc,
         shared = ok && shared_throughout(rows);
    for (size_t i = 0; ok && i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status == ROW_OK)
            ok = conclude_row(row, rows) && conclude_counters(row, rows);
        if (row->status == ROW_OK && shared) {
            row->status = ROW_UNSTABLE;
            snprintf(row->why, sizeof row->why,
                     "less than a tenth of all samples were undisturbed: the core was shared "
                     "throughout");
        }
        if (row->status == ROW_OK && contended) {
            row->status = ROW_UNSTABLE;
            snprintf(row->why, sizeof row->why,
                     "the core was shared throughout: %.2f canary operations a cycle, %.2f in "
                     "earlier runs",
                     rows->reference_ipc, best_ipc);
        }
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
