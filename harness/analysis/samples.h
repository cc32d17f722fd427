/* SPDX-License-Identifier: MIT
 * Timed samples, the rule that says which of them count, and the result of a process, which is made
 * from those. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- a sample ---- */

/* Hardware counters, see timing/counters.h. */
enum counter {
    COUNT_CYCLES,
    COUNT_INSTRUCTIONS,
    COUNT_BRANCH_MISSES,
    COUNT_L1_MISSES,
    COUNT_CACHE_MISSES, /* of the last level */
    COUNTERS
};

/* A run of a kernel, timed between two canaries. It never leaves its timing process. */
struct sample {
    bool interrupted;       /* the thread lost its CPU or moved to another, or a co-runner did */
    float cycles, ns;       /* per query, board or move                               */
    float ghz_drift;        /* difference of the two canaries' clocks over their mean */
    float ipc, ipc_high;    /* the lower and the higher of the canaries' operations per cycle */
    float counts[COUNTERS]; /* hardware counters, per query; NAN: not counted         */
};

/* ---- the rule ---- */

/* The rule for undisturbed samples; only these count. It compares canaries with a reference: their
 * operations per cycle on an undisturbed core. */

/* Returns the reference: the middle of the highest REFERENCE_SPREAD wide range that contains
 * REFERENCE_SHARE of the canaries, REFERENCE_CANARIES at least. Undisturbed canaries agree, whereas
 * disturbed ones are lower and differ, and a misread clock gives single high ones. An interruption
 * within the canary's chain gives more than CANARY_CHAINS, which no core reaches. Without such a
 * range returns the median; 0 if n is 0. Sorts ipc. */
double canary_reference(double *ipc, size_t n);

/* Returns whether both canaries, the lower and the higher one, are within 4 % of the reference. */
bool ipc_undisturbed(double low, double high, double reference_ipc);

/* Returns whether nothing disturbed the sample:
 *   - the core was not shared: both canaries are within 4 % of the reference;
 *   - the clock was steady within 1 %;
 *   - the thread kept its CPU. */
bool sample_undisturbed(const struct sample *sample, double reference_ipc);

/* Returns whether the canaries' operations per cycle are so far below the reference that the core
 * was shared. */
bool ipc_indicates_sharing(double ipc, double reference_ipc);

/* ---- the result of a process ---- */

/* The result of one row in one process. */
struct process_result {
    /* Samples for which the process had time: undisturbed ones, and those missed while the core was
     * taken. 0: it did not visit the row. */
    uint32_t samples;
    uint32_t undisturbed;
    /* Medians of the undisturbed samples; NAN: too few of them, or not counted. */
    double cycles, ns, ghz;
    double counts[COUNTERS];
};

/* Returns a result that has no value. */
struct process_result process_result_without_value(uint32_t samples, uint32_t undisturbed);

/* Returns a process's result of a row: the medians of its n undisturbed samples, rounded as a
 * result records them. With fewer than MIN_SAMPLES it has no value. `lost` is the number of samples
 * missed while the core was taken. *scratch has room for n values. */
struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost,
                                          double *scratch);

#endif
