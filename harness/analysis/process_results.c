/* SPDX-License-Identifier: MIT */
#include "analysis/process_results.h"
#include "analysis/twins.h"
#include "analysis/undisturbed_samples.h"
#include "base/stats.h"
#include "base/tuning.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

size_t processes_needed(const struct run *run, size_t visits)
{
    size_t most = run->processes_requested < visits ? run->processes_requested : visits;
    size_t few = most < MIN_PROCESSES ? most : MIN_PROCESSES, half = (visits + 1) / 2;
    return few > half ? few : half;
}

/* Returns the end of the samples from `first` on that are of this process. */
static size_t end_of_process(const struct measured_row *row, size_t first, size_t process)
{
    while (first < row->sample_count && row->samples[first].process == process)
        first++;
    return first;
}

static struct process_result no_result(uint32_t samples, uint32_t undisturbed)
{
    struct process_result result = {
        .samples = samples, .undisturbed = undisturbed, .cycles = NAN, .ns = NAN, .ghz = NAN};
    for (int c = 0; c < COUNTERS; c++)
        result.counts[c] = NAN;
    return result;
}

/* Returns the result of a process of the resumed run. It counts unless that run's core was shared
 * throughout, by this run's reference. */
static struct process_result resumed_result(const struct run *run, const struct measured_row *row,
                                            size_t process)
{
    double ipc = row_has_corunners(&row->planned) ? run->resumed_reference_ipc_with_corunners
                                                  : run->resumed_reference_ipc;
    if (!row->resumed_results)
        return no_result(0, 0);
    if (ipc_indicates_sharing(ipc, run_reference_ipc(run, row)))
        return no_result(row->resumed_results[process].samples, 0);
    return row->resumed_results[process];
}

/* Returns the median, rounded as a result records it. */
static double median_of_undisturbed(const struct sample *samples, size_t n, double reference,
                                    size_t field, double *scratch)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (sample_undisturbed(&samples[i], reference))
            scratch[count++] = *(const float *)((const char *)&samples[i] + field);
    return round_recorded(stats_quantile(scratch, count, 0.5));
}

#define MEDIAN_OF(field)                                                                           \
    median_of_undisturbed(samples, n, reference, offsetof(struct sample, field), scratch)

static struct process_result result_of_samples(const struct sample *samples, size_t n,
                                               double reference, double *scratch)
{
    size_t undisturbed = samples_count_undisturbed(samples, n, reference);
    struct process_result result = no_result((uint32_t)n, (uint32_t)undisturbed);
    if (undisturbed < MIN_SAMPLES)
        return result;
    result.cycles = MEDIAN_OF(cycles);
    result.ns = MEDIAN_OF(ns);
    result.ghz = MEDIAN_OF(ghz);
    for (size_t c = 0; c < COUNTERS; c++)
        if (isfinite(samples[0].counts[c]))
            result.counts[c] = MEDIAN_OF(counts[c]);
    return result;
}

bool process_results_compute(struct measured_row *row, const struct run *run)
{
    size_t room = run->processes_ended + 1;
    row->process = calloc(room, sizeof *row->process);
    row->process_cycles = malloc(room * sizeof(double));
    row->process_ns = malloc(room * sizeof(double));
    double *scratch = malloc((row->sample_count + 1) * sizeof *scratch);
    bool ok = row->process && row->process_cycles && row->process_ns && scratch;
    for (size_t p = 0, first = 0; ok && p < run->processes_ended; p++) {
        size_t end = end_of_process(row, first, p);
        row->process[p] = p < run->processes_resumed
                              ? resumed_result(run, row, p)
                              : result_of_samples(row->samples + first, end - first,
                                                  run_reference_ipc(run, row), scratch);
        row->process_cycles[p] = row->process[p].cycles;
        row->process_ns[p] = row->process[p].ns;
        first = end;
    }
    free(scratch);
    return ok;
}

/* Returns whether too few of the processes that visited the row have measured it. */
static bool is_incomplete(const struct run *run, const struct measured_row *row)
{
    size_t measured = 0, visits = 0;
    for (size_t p = 0; p < run->processes_resumed; p++) {
        struct process_result result = resumed_result(run, row, p);
        visits += result.samples > 0;
        measured += isfinite(result.cycles);
    }
    for (size_t p = run->processes_resumed, first = 0; p < run->processes_ended; p++) {
        size_t end = end_of_process(row, first, p);
        visits += end > first;
        measured += samples_count_undisturbed(row->samples + first, end - first,
                                              run->reference_ipc) >= MIN_SAMPLES;
        first = end;
    }
    return row->planned.status == ROW_OK && visits && !row_has_corunners(&row->planned) &&
           measured < processes_needed(run, visits);
}

static bool can_be_repeated(const struct measured_row *row)
{
    return row->planned.status == ROW_OK && (row->sample_count || row->resumed_samples) &&
           !row_has_corunners(&row->planned);
}

/* Marks all rows of a twin's column if it differs from its original so far. Five processes agree on
 * a difference by chance once in sixteen columns; more decide. */
static void mark_column_of(struct measured_row *twin, const struct run *run)
{
    struct measured_row *original = run_find(run, twin, twin->planned.scheme->twin);
    if (!original || !can_be_repeated(twin) || !can_be_repeated(original))
        return;
    bool differs = process_results_compute(twin, run) && process_results_compute(original, run) &&
                   twin_differs(run, twin);
    run_free_results(twin);
    run_free_results(original);
    for (size_t i = 0; differs && i < run->n; i++)
        if (run_same_column(&run->row[i], twin) && can_be_repeated(&run->row[i]))
            run->row[i].incomplete = true;
}

size_t process_results_mark_incomplete(struct run *run)
{
    size_t incomplete = 0;
    struct run so_far = *run;
    run_compute_references(
        &so_far); /* if out of memory, no sample counts: no result follows either */
    for (size_t i = 0; i < run->n; i++)
        run->row[i].incomplete = is_incomplete(&so_far, &run->row[i]);
    for (size_t i = 0; i < run->n; i++)
        if (run->row[i].planned.scheme->twin)
            mark_column_of(&run->row[i], &so_far);
    for (size_t i = 0; i < run->n; i++)
        incomplete += run->row[i].incomplete;
    return incomplete;
}
