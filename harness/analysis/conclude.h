/* SPDX-License-Identifier: MIT
 * From processes to results: the median of each row with its confidence interval, ranks within each
 * column, and the rows that have no result. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Computes results, ranks and statuses from the values of all processes, once for each run.
 *   - Rows that --benchmark_filter excluded are removed.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it, or if a twin in its column
 *     differs from its original.
 *   - All rows do if the core was shared throughout: the run's reference is 4 % below best_ipc, the
 *     best of previous runs on this CPU; 0: none.
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core.
 * Fails with STATUS_ENVIRONMENT if out of memory. */
bool conclude(struct run *run, double best_ipc, struct error *error);

#endif
