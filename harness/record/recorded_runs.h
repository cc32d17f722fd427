/* SPDX-License-Identifier: MIT
 * The recorded runs of this CPU. */
#ifndef RECORDED_RUNS_H
#define RECORDED_RUNS_H

#include "record/run_log.h"

/* Returns the newest run by this program's compiler and level, on the kind of core to which a run
 * without options is bound here, that is_usable() accepts; NULL if there is none. Looks in the
 * folder `results`, both here and in the source tree, where `scripts/bench` saves runs. Ignores
 * files that are no logs. is_usable() gets runs that are not concluded. */
struct recorded_run *recorded_runs_find(bool (*is_usable)(const struct recorded_run *run,
                                                          const void *context),
                                        const void *context);

/* Returns the highest reference of the runs in the folder on the machine's kind of core; 0 if there
 * is no such run. Ignores files that are no logs. */
double recorded_runs_best_reference(const char *folder, const struct machine *machine);

#endif
