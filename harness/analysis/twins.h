/* SPDX-License-Identifier: MIT
 * A/A controls: a twin is a second copy of another scheme's code. The ratio of the two shows the
 * effect of noise and of the place in memory. */
#ifndef TWINS_H
#define TWINS_H

#include "analysis/run.h"

/* Returns the ratio of a twin to its original over the processes that measured both, with the
 * interval that their number allows. All is NAN if no process did, or if the row is not a twin's;
 * lo and hi are for fewer than two. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns whether the whole interval of that ratio is more than MARGIN from 1. */
bool twin_differs(const struct run *run, const struct measured_row *twin);

#endif
