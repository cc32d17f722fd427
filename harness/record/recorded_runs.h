/* SPDX-License-Identifier: MIT
 * The recorded runs of this CPU in the folder `results`, here or in the source tree, where
 * `scripts/bench` saves them. */
#ifndef RECORDED_RUNS_H
#define RECORDED_RUNS_H

#include "record/read_log.h"

/* A function that returns whether a run, which is not concluded, contains what its caller needs. */
typedef bool run_serves_fn(const struct recorded_run *run, const void *context);

/* Returns the newest run for which serves() is true, by this program's compiler and level, and on
 * the kind of core to which a run without options is bound here. Ignores files that are no logs.
 * Returns NULL if there is none. */
struct recorded_run *recorded_runs_find(run_serves_fn *serves, const void *context);

/* Returns the best canary reference, up to CANARY_CHAINS, of the runs in a folder that are of the
 * machine's kind of core; 0 without such runs. Ignores files that are no logs. */
double recorded_runs_best_reference(const char *folder, const struct machine *machine);

#endif
