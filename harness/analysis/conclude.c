/* SPDX-License-Identifier: MIT */
#include "analysis/conclude.h"
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/tuning.h"
#include "well_known.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many of the `visits` processes that visited a row must have a result of it: at least
 * half, so that a few lucky processes cannot decide. */
static size_t processes_needed(const struct run *run, size_t visits)
{
    size_t most = run->processes_requested < visits ? run->processes_requested : visits;
    size_t few = most < MIN_PROCESSES ? most : MIN_PROCESSES, half = (visits + 1) / 2;
    return few > half ? few : half;
}

__attribute__((format(printf, 3, 4))) static void
set_status(struct measured_row *row, enum row_status status, const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    row->planned.status = status;
    vsnprintf(row->planned.reason, sizeof row->planned.reason, reason, arguments);
    va_end(arguments);
}

/* Copies a field of all processes to `scratch`, and returns it. */
static double *values_of(const struct measured_row *row, size_t processes, size_t field,
                         double *scratch)
{
    for (size_t p = 0; p < processes; p++)
        scratch[p] = *(const double *)((const char *)&row->process[p] + field);
    return scratch;
}

#define VALUES_OF(field) values_of(row, n, offsetof(struct process_result, field), scratch)

static void conclude_row(struct measured_row *row, const struct run *run)
{
    size_t undisturbed = 0, visits = 0, n = run->processes_ended;
    double *scratch = xcalloc(n, sizeof *scratch);
    for (size_t p = 0; p < n; p++) {
        visits += row->process[p].samples > 0;
        row->samples_total += row->process[p].samples;
        undisturbed += row->process[p].undisturbed;
        row->processes_measured += isfinite(row->process_cycles[p]);
    }
    if (row->samples_total)
        row->undisturbed_share = with_decimals((double)undisturbed / (double)row->samples_total, 3);
    double confidence = stats_confidence(1, row->processes_measured);
    row->cycles = stats_median_interval(VALUES_OF(cycles), n, confidence);
    row->ns = stats_median_interval(VALUES_OF(ns), n, confidence);
    row->ghz = with_decimals(stats_quantile(VALUES_OF(ghz), n, 0.5), 4);
    for (size_t c = 0; c < COUNTERS; c++)
        row->counts[c] = stats_quantile(VALUES_OF(counts[c]), n, 0.5);
    if (!row->processes_measured || row->processes_measured < processes_needed(run, visits))
        set_status(row, ROW_UNSTABLE, "%zu of %zu processes had %d undisturbed samples",
                   row->processes_measured, visits, MIN_SAMPLES);
    free(scratch);
}

/* ---- rows that cannot have a result, although they were measured ---- */

/* Returns the undisturbed share of all samples of rows without co-runners; NAN if there are
 * none. */
static double undisturbed_share_alone(const struct run *run)
{
    double undisturbed = 0, all = 0;
    for_each_row (row, run)
        for (size_t p = 0; p < run->processes_ended && row->process; p++)
            if (!row_has_corunners(&row->planned)) {
                undisturbed += row->process[p].undisturbed;
                all += row->process[p].samples;
            }
    return undisturbed / all; /* NAN if both are 0 */
}

/* Makes an unstable row with co-runners unsupported if these share its core, because more time
 * would not help. `alone` is the undisturbed share without co-runners. */
static void check_corunners(struct measured_row *row, double alone)
{
    if (row->planned.status == ROW_UNSTABLE && row_has_corunners(&row->planned) &&
        row->undisturbed_share < SEPARATE_CORES_SHARE * alone)
        set_status(row, ROW_UNSUPPORTED,
                   "not possible here: undisturbed %.0f %% of the time while other cores work; "
                   "%.0f %% alone",
                   100 * row->undisturbed_share, 100 * alone);
}

/* ---- ranks ---- */

/* Returns whether a row is compared with the others of its column: whether it has a result and is
 * no mock. */
static bool is_ranked(const struct measured_row *row)
{
    return row->planned.status == ROW_OK && !(row->planned.scheme->traits & MOCK);
}

static struct column_confidence confidence_in_column(const struct run *run,
                                                     const struct column *column)
{
    size_t rows = 0, fewest = run->processes_ended;
    double apart = 0;
    for_each_row_of_column (row, run, column)
        if (is_ranked(row)) {
            rows++;
            fewest = row->processes_measured < fewest ? row->processes_measured : fewest;
            apart = fmax(apart, twin_gap(twin_ratio(run, row)));
        }
    size_t comparisons = rows ? rows - 1 : 0;
    double each = stats_confidence(comparisons, fewest);
    size_t possible = stats_corrected_for(each);
    return (struct column_confidence){fewest, each, comparisons,
                                      possible < comparisons ? possible : comparisons, apart};
}

/* Ranks the rows of a column by their ratios within processes (stats.h), and computes their ratios
 * to the column's best choice. Mocks and rows without a result get no rank, and NAN as their ratio.
 * Widens all intervals of the column by its largest twin_gap(). */
static void rank_column(struct run *run, struct column *column)
{
    size_t processes = run->processes_ended, n = 0;
    const struct column_confidence confidence = confidence_in_column(run, column);
    size_t most = confidence.comparisons + 1;
    double *times = xcalloc(most * processes, sizeof *times);
    struct standing *standings = xcalloc(most, sizeof *standings);
    for_each_row_of_column (row, run, column)
        if (is_ranked(row))
            memcpy(times + n++ * processes, row->process_cycles, processes * sizeof *times);
    column->confidence = confidence;
    stats_rank(times, n, processes, confidence.each, column_margin(column), standings);
    n = 0;
    for_each_row_of_column (row, run, column)
        if (is_ranked(row))
            row->standing = standings[n++];
    free(times);
    free(standings);
    const struct measured_row *best = choice_of_role(run, column, ROLE_BEST);
    for_each_row_of_column (row, run, column) {
        row->cycles = interval_widened(row->cycles, confidence.twin_gap);
        row->ns = interval_widened(row->ns, confidence.twin_gap);
        row->ratio = row->standing.rank_min ? column_ratio(run, row, best)
                                            : (struct interval){NAN, NAN, NAN};
    }
}

/* ---- rows in doubt ---- */

/* Returns a number that the row's cycles hardly fall below: DOUBT_FACTOR times the lowest value of
 * a process; 0 if no process has a value. */
static double least_cycles(const struct run *run, const struct measured_row *row)
{
    double least = INFINITY;
    for (size_t p = 0; p < run->processes_ended; p++)
        least = fmin(least, row->process_cycles[p]); /* fmin() ignores NAN */
    return isfinite(least) ? DOUBT_FACTOR * least : 0;
}

/* Marks the unstable rows that may be the best of their column, or whose schemes always need a
 * result. All other rows must have been ranked. */
static void mark_rows_in_doubt(struct run *run)
{
    for_each_row (row, run) {
        if (row->planned.status != ROW_UNSTABLE || row->planned.scheme->traits & MOCK ||
            row->planned.scheme->twin)
            continue;
        double best = INFINITY;
        for_each_row_of_column (other, run, row->column)
            if (other->standing.tied_with_best)
                best = fmin(best, other->cycles.mid);
        bool slower = least_cycles(run, row) > best;
        row->in_doubt = !slower || is_founding_scheme(row->planned.scheme);
    }
}

/* ---- the run ---- */

static void conclude_rows(struct run *run, double best_ipc)
{
    double alone = undisturbed_share_alone(run);
    bool shared = ipc_indicates_sharing(run->reference_ipc, best_ipc);
    for_each_row (row, run) {
        if (row->planned.status != ROW_OK)
            continue;
        conclude_row(row, run);
        run->has_hardware_cycles = run->has_hardware_cycles || isfinite(row->counts[COUNT_CYCLES]);
        check_corunners(row, alone);
        if (shared && row->planned.status == ROW_OK)
            set_status(row, ROW_UNSTABLE,
                       "the core was shared throughout: %.2f canary operations per cycle, %.2f in "
                       "previous runs",
                       run->reference_ipc, best_ipc);
    }
}

void conclude(struct run *run, double best_ipc)
{
    conclude_rows(run, best_ipc);
    for_each_column (column, run)
        rank_column(run, column);
    mark_rows_in_doubt(run);
    run_count_statuses(run);
}
