/* SPDX-License-Identifier: MIT
 * The recorded runs of this CPU: in the folder `results`, here or in the source tree, where
 * `scripts/bench` saves them, and in the user's cache, where `recommend` does. */
#ifndef RECORDED_RUNS_H
#define RECORDED_RUNS_H

#include "record/run_times.h"

/* Returns whether a run contains what the caller needs. */
typedef bool run_serves_fn(const struct run_times *times, const void *context);

/* Finds the best run of this CPU that serves: a complete one before an interrupted one, then one by
 * this program's compiler, then the newest. Ignores files that are no results. Returns false if
 * there is none; run_times_free() must follow in any case. */
bool recorded_runs_find(struct run_times *found, run_serves_fn *serves, const void *context);

/* Returns the best canary reference of the runs in a folder, 0 to CANARY_CHAINS; 0 without any.
 * Ignores files that are no logs. */
double recorded_runs_best_reference(const char *folder, const char *cpu);

/* Writes the cache folder of such runs to `path`. Returns false if there is none. */
bool recorded_runs_cache(char *path, size_t size);

#endif
