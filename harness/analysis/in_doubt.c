/* SPDX-License-Identifier: MIT */
#include "analysis/in_doubt.h"
#include "base/tuning.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>

/* Returns a lower bound of a row's cycles, from its lowest process median, or from its fastest
 * samples if no process has one. */
static double least_cycles(const struct run *run, const struct measured_row *row, double *scratch)
{
    double least = INFINITY;
    for (size_t p = 0; p < run->processes_ended; p++)
        least = fmin(least, row->process_cycles[p]); /* fmin() ignores NAN */
    if (isfinite(least))
        return DOUBT_FACTOR * least;
    for (size_t j = 0; j < row->sample_count; j++)
        scratch[j] = row->samples[j].cycles;
    return SHARED_CORE_FACTOR * stats_quantile(scratch, row->sample_count, DOUBT_QUANTILE);
}

bool mark_rows_in_doubt(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (row->planned.status != ROW_UNSTABLE || row->planned.scheme->traits & MOCK ||
            row->planned.scheme->twin)
            continue;
        double best = INFINITY, *scratch = malloc((row->sample_count + 1) * sizeof *scratch);
        if (!scratch)
            return false;
        for (size_t j = 0; j < run->n; j++)
            if (run_same_column(&run->row[j], row) && run->row[j].standing.tied_with_best)
                best = fmin(best, run->row[j].cycles.mid);
        bool slower = least_cycles(run, row, scratch) > best;
        row->in_doubt = !slower || is_founding_scheme(row->planned.scheme);
        run->in_doubt += row->in_doubt;
        free(scratch);
    }
    return true;
}
