/* SPDX-License-Identifier: MIT */
#include "analysis/process_results.h"
#include "analysis/undisturbed_samples.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { ENOUGH_PROCESSES = 5 }; /* an interval of fewer holds less than 90 % */

size_t processes_needed(const struct run *run, size_t visits)
{
    size_t most = run->requested < visits ? run->requested : visits;
    size_t few = most < ENOUGH_PROCESSES ? most : ENOUGH_PROCESSES, half = (visits + 1) / 2;
    return few > half ? few : half;
}

/* Returns the end of the samples that begin at `first` and are of one process. */
static size_t end_of_process(const struct measured_row *row, size_t first, size_t process)
{
    while (first < row->sample_count && row->samples[first].process == process)
        first++;
    return first;
}

static struct process_result no_figures(uint32_t samples, uint32_t clean)
{
    struct process_result figures = {
        .samples = samples, .undisturbed = clean, .cycles = NAN, .ns = NAN, .ghz = NAN};
    for (int c = 0; c < COUNTERS; c++)
        figures.counted[c] = NAN;
    return figures;
}

/* Figures of a resumed run count if its core was as wide as this run's. */
static struct process_result past_figures(const struct run *run, const struct measured_row *row,
                                          size_t process)
{
    double resumed_reference_ipc = has_corunners(&row->id)
                                       ? run->resumed_reference_ipc_with_corunners
                                       : run->resumed_reference_ipc;
    if (!row->resumed_results)
        return no_figures(0, 0);
    if (indicates_sharing(resumed_reference_ipc, reference_ipc_of(run, row)))
        return no_figures(row->resumed_results[process].samples, 0);
    return row->resumed_results[process];
}

static size_t count_clean(const struct sample *samples, size_t n, double reference)
{
    size_t clean = 0;
    for (size_t i = 0; i < n; i++)
        clean += sample_undisturbed(&samples[i], reference);
    return clean;
}

static double median_of_clean(const struct sample *samples, size_t n, double reference,
                              size_t field, double *scratch)
{
    size_t clean = 0;
    for (size_t i = 0; i < n; i++)
        if (sample_undisturbed(&samples[i], reference))
            scratch[clean++] = *(const float *)((const char *)&samples[i] + field);
    return stats_quantile(scratch, clean, 0.5);
}

#define MEDIAN_OF(field)                                                                           \
    median_of_clean(samples, n, reference, offsetof(struct sample, field), scratch)

static struct process_result figures_of_samples(const struct sample *samples, size_t n,
                                                double reference, double *scratch)
{
    size_t clean = count_clean(samples, n, reference);
    struct process_result figures = no_figures((uint32_t)n, (uint32_t)clean);
    if (clean < ENOUGH_SAMPLES)
        return figures;
    figures.cycles = MEDIAN_OF(cycles);
    figures.ns = MEDIAN_OF(ns);
    figures.ghz = MEDIAN_OF(ghz);
    for (size_t c = 0; c < COUNTERS; c++)
        if (isfinite(samples[0].counted[c]))
            figures.counted[c] = MEDIAN_OF(counted[c]);
    return figures;
}

bool process_results_compute(struct measured_row *row, const struct run *run)
{
    size_t room = run->processes + 1;
    row->process = calloc(room, sizeof *row->process);
    row->process_cycles = malloc(room * sizeof(double));
    row->process_ns = malloc(room * sizeof(double));
    double *scratch = malloc((row->sample_count + 1) * sizeof *scratch);
    bool ok = row->process && row->process_cycles && row->process_ns && scratch;
    for (size_t p = 0, first = 0; ok && p < run->processes; p++) {
        size_t end = end_of_process(row, first, p);
        row->process[p] = p < run->resumed
                              ? past_figures(run, row, p)
                              : figures_of_samples(row->samples + first, end - first,
                                                   reference_ipc_of(run, row), scratch);
        row->process_cycles[p] = row->process[p].cycles;
        row->process_ns[p] = row->process[p].ns;
        first = end;
    }
    free(scratch);
    return ok;
}

size_t process_results_mark_incomplete(struct run *run)
{
    size_t lacking = 0;
    struct run so_far = *run;
    compute_references(
        &so_far); /* without memory no sample is clean, and there is no figure either */
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        size_t measured = 0, visits = 0;
        for (size_t p = 0; p < run->resumed; p++) {
            struct process_result past = past_figures(&so_far, row, p);
            visits += past.samples > 0;
            measured += isfinite(past.cycles);
        }
        for (size_t p = run->resumed, first = 0; p < run->processes; p++) {
            size_t end = end_of_process(row, first, p);
            visits += end > first;
            measured += count_clean(row->samples + first, end - first, so_far.reference_ipc) >=
                        ENOUGH_SAMPLES;
            first = end;
        }
        row->incomplete = row->id.status == ROW_OK && visits && !has_corunners(&row->id) &&
                          measured < processes_needed(run, visits);
        lacking += row->incomplete;
    }
    return lacking;
}
