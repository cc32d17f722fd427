/* SPDX-License-Identifier: MIT
 * The result of one process for a row, and whether those of all processes are enough. */
#ifndef PROCESS_RESULTS_H
#define PROCESS_RESULTS_H

#include "analysis/run.h"

/* Returns a process's result of a row: the medians of its undisturbed samples, by the reference of
 * its core, rounded as a result records them. Without MIN_SAMPLES of them it has no value. `lost`
 * is the number of samples for whose time the core was taken. *scratch has room for n values. */
struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost,
                                          double reference_ipc, double *scratch);

/* Returns how many of `visits` processes that visited a row must have a result of it: at least
 * half, so that a few lucky ones cannot decide. */
size_t processes_needed(const struct run *run, size_t visits);

/* Marks rows as incomplete, and returns their number: those that fewer processes than requested
 * have measured, and columns whose twin differs from its original. */
size_t process_results_mark_incomplete(struct run *run);

#endif
