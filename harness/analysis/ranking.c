/* SPDX-License-Identifier: MIT */
#include "analysis/ranking.h"
#include "base/memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_compared(const struct measured_row *row, const struct measured_row *like)
{
    return run_same_column(row, like) && row->planned.status == ROW_OK &&
           !(row->planned.scheme->traits & MOCK);
}

struct column_confidence column_confidence(const struct run *run, const struct measured_row *like)
{
    size_t rows = 0, fewest = run->processes_ended;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (!is_compared(row, like))
            continue;
        rows++;
        fewest = row->processes_measured < fewest ? row->processes_measured : fewest;
    }
    size_t comparisons = rows ? rows - 1 : 0;
    double each = stats_confidence(comparisons, fewest);
    size_t possible = stats_corrected_for(each);
    return (struct column_confidence){each, comparisons,
                                      possible < comparisons ? possible : comparisons};
}

double interval_confidence(const struct run *run)
{
    return run->min_processes < 2 ? NAN : stats_confidence(1, run->min_processes);
}

void rank_column(struct run *run, const struct measured_row *like)
{
    size_t processes = run->processes_ended, n = 0;
    struct column_confidence confidence = column_confidence(run, like);
    size_t most = confidence.comparisons + 1;
    double *times = xcalloc(most * processes, sizeof *times);
    struct standing *standings = xcalloc(most, sizeof *standings);
    struct measured_row **members = xcalloc(most, sizeof(struct measured_row *));
    for (size_t i = 0; i < run->n; i++)
        if (is_compared(&run->row[i], like)) {
            memcpy(times + n * processes, run->row[i].process_cycles, processes * sizeof *times);
            members[n++] = &run->row[i];
        }
    stats_rank(times, n, processes, confidence.each, MARGIN, standings);
    for (size_t i = 0; i < n; i++)
        members[i]->standing = standings[i];
    free(times);
    free(standings);
    free(members);
}

bool is_first_of_column(const struct run *run, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (run_same_column(&run->row[i], &run->row[j]))
            return false;
    return true;
}

/* ---- twins ---- */

struct interval twin_ratio(const struct run *run, const struct measured_row *twin)
{
    const struct measured_row *original =
        twin->planned.scheme->twin ? run_find(run, twin, twin->planned.scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    size_t pairs = 0;
    for (size_t p = 0; p < run->processes_ended; p++)
        pairs += isfinite(twin->process_cycles[p]) && isfinite(original->process_cycles[p]);
    return stats_ratio(twin->process_cycles, original->process_cycles, run->processes_ended,
                       stats_confidence(1, pairs));
}

bool twin_differs(const struct run *run, const struct measured_row *twin)
{
    return stats_verdict(twin_ratio(run, twin), MARGIN) != TIED;
}
