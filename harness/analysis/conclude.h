/* SPDX-License-Identifier: MIT
 * What is concluded from the values of all processes: the results of a run. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Computes results, ranks and statuses from the values of all processes. To be called once for each
 * run.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it.
 *   - Where a twin differs from its original, all intervals of its column become wider by the
 *     difference: as the two are the same code, all other rows of the column are as uncertain.
 *   - All rows become ROW_UNSTABLE if the core was shared during the whole run: if the run's
 *     reference is 4 % below best_ipc, the best of previous runs on this CPU. best_ipc is 0 if
 *     there are none.
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core. */
void conclude(struct run *run, double best_ipc);

#endif
