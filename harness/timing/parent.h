/* SPDX-License-Identifier: MIT
 * The parent of the timing processes. It times rows in several processes, one after the other, each
 * with an address space and page placement of its own: where the system places a large table
 * changes its speed by more than anything within one process. */
#ifndef PARENT_H
#define PARENT_H

#include "analysis/run.h"
#include "plan/matrix.h"
#include "timing/cores.h"
#include "timing/run_plan.h"

/* Receives control after each process whose results are in the run. */
typedef void process_ended_fn(void *context, const struct process_times *times);

/* Starts the requested timing processes, evenly over the requested duration, and collects their
 * results. A resumed run starts only those that are left.
 *   - Repeats incomplete rows in further processes: as many as were requested, and for as long as
 *     those took, at most.
 *   - A row that crashes, hangs or is wrong gets that status and is skipped from then on; a process
 *     that it ended is repeated.
 *   - After an interrupt only completed processes count, and true is returned; see
 *     interrupted().
 * Calls ended() after each process whose results are in the run; NULL: calls nothing. Fails with
 * STATUS_ENVIRONMENT if a process cannot be started, ends early or sends an invalid message. */
bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error);

#endif
