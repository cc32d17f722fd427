/* SPDX-License-Identifier: MIT
 * The parent of the timing processes. It times rows in several processes, one after the other, each
 * with an address space and page placement of its own: where the system places a large table
 * changes its speed by more than anything within one process. */
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

/* A function that is called after each process whose results have been added to the run. */
typedef void process_ended_fn(void *context, const struct process_times *times);

/* Starts the requested timing processes, evenly over the requested duration, and collects their
 * results. A resumed run starts only the processes that are left.
 *   - Repeats incomplete rows in further processes: at most as many as were requested, and for at
 *     most as long as the requested ones took.
 *   - A row that crashes, hangs or is wrong gets that status and is skipped from then on. If it
 *     ended the process, the process is repeated.
 *   - After an interrupt only completed processes count, and true is returned; see
 *     interrupted().
 * Fails with STATUS_ENVIRONMENT if a process cannot be started, ends early or sends an invalid
 * message. */
bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error);

#endif
