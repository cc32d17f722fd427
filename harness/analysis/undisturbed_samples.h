/* SPDX-License-Identifier: MIT
 * The rule for undisturbed samples; only these count. It compares canaries with a reference: their
 * operations per cycle on an undisturbed core. */
#ifndef UNDISTURBED_SAMPLES_H
#define UNDISTURBED_SAMPLES_H

#include "analysis/sample.h"

#include <stddef.h>

/* Returns the reference: the middle of the highest REFERENCE_SPREAD wide range that contains
 * REFERENCE_SHARE of the canaries, REFERENCE_CANARIES at least. Undisturbed canaries agree, whereas
 * disturbed ones are lower and differ, and a misread clock gives single high ones. An interruption
 * within the canary's chain gives more than CANARY_CHAINS, which no core has. Without such a range
 * returns the median; 0 if n is 0. Sorts ipc. */
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

#endif
