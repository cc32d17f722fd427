/* SPDX-License-Identifier: MIT
 * The progress line of the timed part. */
#ifndef TIMING_PROGRESS_H
#define TIMING_PROGRESS_H

#include "analysis/run.h"
#include "timing/protocol.h"

struct timing_progress {
    const struct run *run;
    double start;                    /* of the first process                            */
    double spread_over;              /* seconds over which the processes start; 0: none */
    struct process_progress process; /* of the one that runs, which reports it */
    /* Rows that the process repeats; 0: it visits all rows. */
    size_t repeated_rows;
    double repeating_since, repeat_seconds; /* start and limit of all repeats */
};

void timing_progress_show(const struct timing_progress *progress);

#endif
