/* SPDX-License-Identifier: MIT
 * Timed samples, the rule that says which samples count, and the result that a process makes from
 * the samples that count. */
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
    COUNT_LLC_MISSES, /* of the last cache level */
    COUNTERS
};

/* A run of a kernel, timed between two canaries. Samples never leave their timing process. */
struct sample {
    bool interrupted;       /* the thread lost or changed its CPU, or a co-runner was slow */
    float cycles, ns;       /* per query, board or move                               */
    float ghz_drift;        /* difference of the two canaries' clocks over their mean */
    float ipc, ipc_high;    /* operations per cycle of the lower and of the higher canary */
    float counts[COUNTERS]; /* hardware counters, per query; NAN: not counted         */
};

/* ---- the rule ---- */

/* Only undisturbed samples count. The rule compares their canaries with a reference, which is the
 * number of operations per cycle that canaries have on an undisturbed core. */

/* Returns the reference of n canaries, and sorts them. Undisturbed canaries agree, disturbed ones
 * are lower and differ, and a misread clock gives single high ones. So the reference is the middle
 * of the highest range that is REFERENCE_SPREAD wide and contains REFERENCE_SHARE of the canaries,
 * at least REFERENCE_CANARIES of them. Ignores values above CANARY_CHAINS, which no core reaches:
 * the chain of such a canary was interrupted. Returns the median if there is no such range, and 0
 * if n is 0. */
double canary_reference(double *ipc, size_t n);

/* Returns whether two canaries, the lower and the higher one, are within CANARY_TOLERANCE of the
 * reference. */
bool ipc_undisturbed(double low, double high, double reference_ipc);

/* Returns whether nothing disturbed the sample:
 *   - the core was not shared: both canaries are within CANARY_TOLERANCE of the reference;
 *   - the clock was steady within 1 %;
 *   - the thread kept its CPU, and no co-runner was slow. */
bool sample_undisturbed(const struct sample *sample, double reference_ipc);

/* Returns whether these operations per cycle are so far below the reference, by CANARY_TOLERANCE,
 * that the core was shared. */
bool ipc_indicates_sharing(double ipc, double reference_ipc);

/* ---- the result of a process ---- */

/* The result of one row in one process. */
struct process_result {
    /* Samples for which the process had time: undisturbed samples, and samples that it missed while
     * the core was taken. 0 if the process did not visit the row. */
    uint32_t samples;
    uint32_t undisturbed;
    /* Medians of the undisturbed samples; ghz is median cycles per median ns. NAN if the samples
     * are too few, or if the event was not counted. */
    double cycles, ns, ghz;
    double counts[COUNTERS];
};

/* Returns a result that has no value. */
struct process_result process_result_without_value(uint32_t samples, uint32_t undisturbed);

/* Returns the result of a row in this process: the medians of its n undisturbed samples, rounded as
 * they are recorded. With fewer than MIN_SAMPLES samples the result has no value. `lost` is the
 * number of samples that were missed while the core was taken. */
struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost);

#endif
