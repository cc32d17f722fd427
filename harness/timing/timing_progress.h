/* SPDX-License-Identifier: MIT
 * The progress line of the timed part, with the undisturbed share so far. */
#ifndef TIMING_PROGRESS_H
#define TIMING_PROGRESS_H

#include "analysis/run.h"

struct timing_progress {
    const struct run *run;
    double start;       /* of the first process                                */
    double spread_over; /* seconds over which the processes start; 0: none     */

    size_t visits, visits_done; /* of the process that runs, which reports them */

    /* Rows that the process repeats; 0: it visits all rows. */
    size_t repeated_rows;
    double repeating_since, repeat_seconds; /* start and limit of all repeats */

    double undisturbed_share; /* NAN: not known yet      */
    double share_computed_at; /* it takes some time      */
};

/* Shows the progress of the run, with the undisturbed share every SHARE_INTERVAL_SECONDS anew. */
void timing_progress_show(struct timing_progress *progress);

#endif
