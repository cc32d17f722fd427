/* SPDX-License-Identifier: MIT
 * How long a run will take, and how far it is. */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include "analysis/run.h"
#include "plan/matrix.h"
#include "timing/cores.h"
#include "timing/protocol.h"

/* ---- the plan ---- */

/* The length of one process, in seconds. */
struct process_plan {
    double seconds;  /* of its timed part, as the worker is requested */
    double quiet;    /* in all, on a quiet machine                    */
    double expected; /* in all, on this one                           */
    double bound;    /* of its timed part, whatever its rows lack     */
};

/* Plans a process that visits these rows, of all rows of the run. */
struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core);

/* ---- progress ---- */

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
