/* SPDX-License-Identifier: MIT
 * From samples to figures: which samples count, what a row's figure is, and which rows may be ranked. */
#ifndef FIGURES_H
#define FIGURES_H

#include "rows.h"

/* A sample counts if nothing was in the way: the core was not shared (both canaries within 4 % of the
 * reference), the clock held still within 1 %, the thread kept its CPU. */
bool sample_clean(const struct sample *sample, double reference_ipc);

/* Has a row fewer processes with enough clean samples than a figure takes? Then more must be run. */
bool figures_lack_samples(const struct rows *rows);

/* Turns the samples of all processes into figures, ranks and statuses. best_ipc: of earlier runs on this CPU,
 * 0 if none; a run whose own reference is 4 % below it was contended throughout: all rows become UNSTABLE. */
bool figures_conclude(struct rows *rows, double best_ipc, struct error *error);

/* a / b over the processes that measured both, with the interval that so many can give; lo and hi are NAN
 * for fewer than two. Both rows must have been concluded. */
struct interval figures_ratio(const struct rows *rows, const struct row *a, const struct row *b);

#endif
