/* SPDX-License-Identifier: MIT
 * The run of this process, as if it had been recorded. */
#ifndef RECORDED_RUN_H
#define RECORDED_RUN_H

#include "analysis/run.h"
#include "machine/machine.h"
#include "recommend/recorded.h"

/* Lists the rows of a run, whose names and times remain in it; before conclude() they have no times.
 * Returns false without memory. recorded_free() must follow in any case. */
bool recorded_of_run(struct recorded *recorded, const struct run *run,
                     const struct machine *machine);

#endif
