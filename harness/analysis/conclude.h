/* SPDX-License-Identifier: MIT
 * From processes to results: the median of each row with its confidence interval, ranks within each
 * column, and the rows that have no result. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Marks the rows that fewer processes than requested have measured as incomplete, and returns their
 * number. */
size_t process_results_mark_incomplete(struct run *run);

/* ---- the results of a run ---- */

/* Computes results, ranks and statuses from the values of all processes, once for each run.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it.
 *   - Where a twin differs from its original, all intervals of its column become wider by the
 *     difference: both are the same code, so that other rows are as uncertain.
 *   - All rows become ROW_UNSTABLE if the core was shared throughout: the run's reference is 4 %
 *     below best_ipc, the best of previous runs on this CPU; 0: none.
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core. */
void conclude(struct run *run, double best_ipc);

#endif
