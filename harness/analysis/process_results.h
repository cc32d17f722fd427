/* SPDX-License-Identifier: MIT
 * What each process measured of a row, in this run or in the one that it resumes, and whether that is enough. */
#ifndef PROCESS_RESULTS_H
#define PROCESS_RESULTS_H

#include "analysis/run.h"

enum { ENOUGH_SAMPLES = 15 }; /* clean ones, for a process to have a figure of a row */

/* Sets the row's figures of each process, by the references of the rows; false without memory. */
bool process_results_compute(struct measured_row *row, const struct run *run);

/* Returns how many of the processes that visited a row must have a figure of it: at least half, so that a few lucky ones cannot
 * decide. */
size_t processes_needed(const struct run *run, size_t visits);

/* Marks as lacking the rows with too few processes that have enough clean samples, and returns how many these are. Rows that other
 * cores work beside do not count, for where CPUs share a core they may never become clean. */
size_t process_results_mark_incomplete(struct run *run);

#endif
