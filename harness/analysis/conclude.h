/* SPDX-License-Identifier: MIT
 * From samples to figures: which samples count, what a row's figure is, and which rows may be ranked. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "analysis/run.h"

/* Turns the samples of all processes into figures, ranks and statuses. Rows that other cores work beside are judged by a
 * reference of their own; where sharing a core is what keeps them from a figure they become ROW_UNSUPPORTED. best_ipc: of earlier runs on this CPU,
 * 0 if none; a run whose own reference is 4 % below it was contended throughout: all rows become UNSTABLE. */
bool conclude(struct run *run, double best_ipc, struct error *error);

/* The same for a copy, *so_far, of a run that goes on; to be given to conclude_free(). */
bool conclude_so_far(const struct run *run, double best_ipc, struct run *so_far,
                     struct error *error);
void conclude_free(struct run *so_far);

/* a / b over the processes that measured both, with the interval that so many can give; lo and hi are NAN
 * for fewer than two. Both rows must have been concluded. */
struct interval paired_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b);

#endif
