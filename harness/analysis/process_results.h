/* SPDX-License-Identifier: MIT
 * The result of each process for a row, of this run and of the one that it resumes, and whether
 * these are enough. */
#ifndef PROCESS_RESULTS_H
#define PROCESS_RESULTS_H

#include "analysis/run.h"

/* Computes the row's result of each process from its samples and the run's references. Returns
 * false if out of memory. */
bool process_results_compute(struct measured_row *row, const struct run *run);

/* Returns how many of `visits` processes that visited a row must have a result of it: at least
 * half, so that a few lucky ones cannot decide. */
size_t processes_needed(const struct run *run, size_t visits);

/* Marks rows as incomplete, and returns their number: those that too few processes have measured,
 * and columns whose twin differs from its original. Rows with co-runners are never incomplete:
 * where CPUs share a core, they may always be disturbed. */
size_t process_results_mark_incomplete(struct run *run);

#endif
