/* SPDX-License-Identifier: MIT
 * The result of one row in one process: the timing process makes it of its samples, and the run
 * collects those of all processes. */
#ifndef PROCESS_RESULT_H
#define PROCESS_RESULT_H

#include "analysis/samples.h"

#include <stdint.h>

/* The result of one row in one process. */
struct process_result {
    /* For which the process had time: undisturbed ones, and those lost while the core was taken. 0:
     * it did not visit the row. */
    uint32_t samples;
    uint32_t undisturbed;
    /* Medians of the undisturbed samples; NAN: too few of them, or not counted. */
    double cycles, ns, ghz;
    double counts[COUNTERS];
};

/* Returns a result that has no value. */
struct process_result process_result_without_value(uint32_t samples, uint32_t undisturbed);

/* Returns a process's result of a row: the medians of its undisturbed samples, by the reference of
 * its core, rounded as a result records them. Without MIN_SAMPLES of them it has no value. `lost`
 * is the number of samples for whose time the core was taken. *scratch has room for n values. */
struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost,
                                          double reference_ipc, double *scratch);

#endif
