/* SPDX-License-Identifier: MIT
 * Which samples count. Two references tell what the undisturbed core does: one from rows that are timed alone, one from
 * rows that other cores work beside. */
#ifndef UNDISTURBED_SAMPLES_H
#define UNDISTURBED_SAMPLES_H

#include "analysis/run.h"

/* A sample counts if nothing was in the way: the core was not shared (both canaries within 4 % of the
 * reference), the clock held still within 1 %, the thread kept its CPU. */
bool sample_undisturbed(const struct sample *sample, double reference_ipc);

/* Returns whether the canaries' operations per cycle are so far below the reference that the core was shared. */
bool indicates_sharing(double ipc, double reference_ipc);

/* Returns whether other cores work beside the row's. */
bool has_corunners(const struct row *row);

/* Sets both references of the rows from their samples, and from those of a resumed run; false without memory. */
bool compute_references(struct run *run);
double reference_ipc_of(const struct run *run, const struct measured_row *row);

size_t count_undisturbed_samples(const struct measured_row *row, double reference_ipc);

/* Returns the share of clean samples, 0..1, of all rows or of those that are timed alone; NAN without samples. */
double undisturbed_share(const struct run *run, bool all);

/* Returns the share of clean samples before the references are set; NAN without samples or memory. */
double undisturbed_share_so_far(const struct run *run);

#endif
