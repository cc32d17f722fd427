/* SPDX-License-Identifier: MIT */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Computes results, ranks and statuses from the values of all processes. Call it once for each run.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it.
 *   - Where a twin differs from its original, all intervals of its column become wider by this
 *     difference: twin and original are the same code, so all rows of the column are as uncertain.
 *   - All rows become ROW_UNSTABLE if the core was shared during the whole run: if the run's
 *     reference is CANARY_TOLERANCE below best_ipc, the best of previous runs on this kind of core
 *     (0: none).
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core. */
void conclude(struct run *run, double best_ipc);

#endif
