/* SPDX-License-Identifier: MIT */
#include "analysis/process_results.h"
#include "analysis/twins.h"
#include "analysis/undisturbed_samples.h"
#include "base/stats.h"
#include "base/tuning.h"

#include <math.h>
#include <stddef.h>

size_t processes_needed(const struct run *run, size_t visits)
{
    size_t most = run->processes_requested < visits ? run->processes_requested : visits;
    size_t few = most < MIN_PROCESSES ? most : MIN_PROCESSES, half = (visits + 1) / 2;
    return few > half ? few : half;
}

/* ---- one process ---- */

/* Returns the median of a field. */
static double median_of_undisturbed(const struct sample *samples, size_t n, double reference_ipc,
                                    size_t field, double *scratch)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (sample_undisturbed(&samples[i], reference_ipc))
            scratch[count++] = *(const float *)((const char *)&samples[i] + field);
    return stats_quantile(scratch, count, 0.5);
}

#define MEDIAN_OF(field)                                                                           \
    median_of_undisturbed(samples, n, reference_ipc, offsetof(struct sample, field), scratch)

struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost,
                                          double reference_ipc, double *scratch)
{
    size_t undisturbed = 0;
    for (size_t i = 0; i < n; i++)
        undisturbed += sample_undisturbed(&samples[i], reference_ipc);
    struct process_result result =
        process_result_without_value((uint32_t)(n + lost), (uint32_t)undisturbed);
    if (undisturbed < MIN_SAMPLES)
        return result;
    result.cycles = round_measured(MEDIAN_OF(cycles));
    result.ghz = round_measured(result.cycles / MEDIAN_OF(ns));
    result.ns = round_recorded(result.cycles / result.ghz); /* a log has no ns */
    for (size_t c = 0; c < COUNTERS; c++)
        if (isfinite(samples[0].counts[c]))
            result.counts[c] = round_measured(MEDIAN_OF(counts[c]));
    return result;
}

/* ---- all processes ---- */

static bool can_be_repeated(const struct run *run, const struct measured_row *row)
{
    return row->planned.status == ROW_OK && run_visits(run, row) > 0;
}

/* Returns whether fewer processes have measured the row than were requested. */
static bool is_incomplete(const struct run *run, const struct measured_row *row)
{
    size_t measured = 0;
    if (!can_be_repeated(run, row))
        return false;
    for (size_t p = 0; p < run->processes_ended; p++)
        measured += isfinite(row->process_cycles[p]);
    return measured < run->processes_requested;
}

/* Marks all rows of a twin's column if it differs from its original so far. Five processes agree on
 * a difference by chance once in sixteen columns; more decide. */
static void mark_column_of(const struct measured_row *twin, struct run *run)
{
    bool differs = twin_differs(run, twin);
    for (size_t i = 0; differs && i < run->n; i++)
        if (run_same_column(&run->row[i], twin) && can_be_repeated(run, &run->row[i]))
            run->row[i].incomplete = true;
}

size_t process_results_mark_incomplete(struct run *run)
{
    size_t incomplete = 0;
    for (size_t i = 0; i < run->n; i++)
        run->row[i].incomplete = is_incomplete(run, &run->row[i]);
    for (size_t i = 0; i < run->n; i++)
        if (run->row[i].planned.scheme->twin)
            mark_column_of(&run->row[i], run);
    for (size_t i = 0; i < run->n; i++)
        incomplete += run->row[i].incomplete;
    return incomplete;
}
