/* SPDX-License-Identifier: MIT
 * Timing in several processes, one after the other, each with an address space and page placement of its own:
 * where the system puts a big table changes its speed by more than anything within a process does. */
#ifndef PARENT_H
#define PARENT_H

#include "analysis/run.h"
#include "timing/cores.h"

/* Is called after each process but the last; NULL: nothing is. */
typedef void process_ended_fn(void *context);

/* Starts options->processes timing processes, evenly over options->spread seconds, less the rows->processes of a resumed run, and
 * collects their samples. Then goes on with the rows that lack clean samples, for as much time again at the most. A row that
 * crashes, hangs or is wrong gets that status and is left out from then on; the process that it ended is repeated. After an
 * interrupt the processes that came to their end count, and true is returned; see interrupted(). */
bool parent_run(struct run *run, const struct run_request *options, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error);

#endif
