/* SPDX-License-Identifier: MIT
 * The rule for undisturbed samples; only these count. It compares canaries with a reference, the
 * speed of the undisturbed core: one for rows that are timed alone, one for rows with
 * co-runners. */
#ifndef UNDISTURBED_SAMPLES_H
#define UNDISTURBED_SAMPLES_H

#include "analysis/run.h"

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

/* Returns whether other cores work at the same time as the row's. */
bool row_has_corunners(const struct row *row);

/* Computes both references of the run from its samples and from those of the run that it resumes.
 * Returns false if out of memory. */
bool run_compute_references(struct run *run);

/* Returns the reference for the row: with co-runners, or alone. */
double run_reference_ipc(const struct run *run, const struct measured_row *row);

/* Returns how many samples nothing disturbed. */
size_t samples_count_undisturbed(const struct sample *samples, size_t n, double reference_ipc);

/* Returns the undisturbed share of the samples, 0 to 1, by the run's references; NAN without
 * samples. */
double samples_undisturbed_share(const struct run *run);

/* Returns the same for the rows that are timed alone. */
double samples_undisturbed_share_alone(const struct run *run);

/* Returns the share for all rows of a run that goes on, whose references it does not change.
 * Returns NAN without samples or memory. */
double samples_undisturbed_share_so_far(const struct run *run);

#endif
