/* SPDX-License-Identifier: MIT
 * From the values of all processes to the results of a run. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Computes results, ranks and statuses from the values of all processes, once for each run.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it.
 *   - Where a twin differs from its original, all intervals of its column become wider by the
 *     difference: both are the same code, so that other rows are as uncertain.
 *   - All rows become ROW_UNSTABLE if the core was shared throughout: the run's reference is 4 %
 *     below best_ipc, the best of previous runs on this CPU; 0: none.
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core. */
void conclude(struct run *run, double best_ipc);

#endif
