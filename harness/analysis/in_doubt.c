/* SPDX-License-Identifier: MIT */
#include "analysis/in_doubt.h"
#include "base/tuning.h"
#include "well_known.h"

#include <math.h>

/* Returns a lower bound of a row's cycles, from its lowest process median; 0 if it has none. */
static double least_cycles(const struct run *run, const struct measured_row *row)
{
    double least = INFINITY;
    for (size_t p = 0; p < run->processes_ended; p++)
        least = fmin(least, row->process_cycles[p]); /* fmin() ignores NAN */
    return isfinite(least) ? DOUBT_FACTOR * least : 0;
}

void mark_rows_in_doubt(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (row->planned.status != ROW_UNSTABLE || row->planned.scheme->traits & MOCK ||
            row->planned.scheme->twin)
            continue;
        double best = INFINITY;
        for (size_t j = 0; j < run->n; j++)
            if (run_same_column(&run->row[j], row) && run->row[j].standing.tied_with_best)
                best = fmin(best, run->row[j].cycles.mid);
        bool slower = least_cycles(run, row) > best;
        row->in_doubt = !slower || is_founding_scheme(row->planned.scheme);
        run->in_doubt += row->in_doubt;
    }
}
