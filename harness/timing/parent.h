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

/* How long one process takes, in seconds. */
struct process_plan {
    double seconds;  /* the timed part, as requested                     */
    double quiet;    /* the whole process, on a quiet machine            */
    double expected; /* the whole process, on this machine               */
    double bound;    /* the timed part at most, though rows lack samples */
};

/* Plans a process that visits `rows` rows. The run has `all` rows that are ROW_OK. */
struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core);

/* ---- all processes ---- */

/* A function that is called whenever the results of a process have been added to the run. */
typedef void process_ended_fn(void *context, const struct process_record *process);

/* Starts the requested timing processes, spread evenly over the requested duration, and collects
 * their results. For a resumed run, starts only the requested processes that are missing.
 *   - If rows are incomplete after that, further processes measure these rows: at most as many
 *     processes as were requested, and for at most as long as the requested ones took.
 *   - A row that crashes or hangs becomes ROW_CRASHED, and the process that it ended is repeated. A
 *     row with a wrong result becomes ROW_WRONG. Later processes skip such rows.
 *   - After an interrupt (interrupted()) only processes that have ended count, and the function
 *     returns true.
 * Fails with STATUS_ENVIRONMENT if a process cannot be started, ends early or sends an invalid
 * message, and with the error of a process that reports one. */
bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error);

#endif
