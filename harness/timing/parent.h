/* SPDX-License-Identifier: MIT
 * The parent of the timing processes. It starts them one after the other, each with an address
 * space and a placement of pages of its own, because the place of a large table in memory changes
 * its speed by more than anything within one process. */
#ifndef PARENT_H
#define PARENT_H

#include "analysis/run.h"
#include "plan/matrix.h"
#include "timing/cores.h"

/* ---- how long a run will take ---- */

/* The length of one process, in seconds. */
struct process_plan {
    double seconds;  /* of its timed part, as the worker is requested  */
    double quiet;    /* in all, on a quiet machine                     */
    double expected; /* in all, on this machine                        */
    double bound;    /* of its timed part, even if rows lack samples   */
};

/* Plans a process that visits `rows` of the run's `all` rows that are ROW_OK. */
struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core);

/* ---- all processes ---- */

/* A function that is called whenever the results of a process have been added to the run. */
typedef void process_ended_fn(void *context, const struct process_record *process);

/* Starts the requested timing processes, spread evenly over the requested duration, and collects
 * their results. For a resumed run, starts only those that are left.
 *   - Further processes measure the rows that are incomplete then: at most as many processes as
 *     were requested, and for at most as long as those took.
 *   - A row that crashes, hangs or is wrong gets that status, and later processes skip it. A
 *     process that the row ended is repeated.
 *   - After an interrupt (interrupted()) only processes that have ended count, and the function
 *     returns true.
 * Fails with STATUS_ENVIRONMENT if a process cannot be started, ends early or sends an invalid
 * message. */
bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error);

#endif
