/* SPDX-License-Identifier: MIT
 * How long a run will take. */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include "plan/request.h"
#include "timing/core_watch.h"

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

#endif
