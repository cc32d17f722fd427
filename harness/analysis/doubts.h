/* SPDX-License-Identifier: MIT
 * Which rows without a figure matter to the user. */
#ifndef DOUBTS_H
#define DOUBTS_H

#include "analysis/run.h"

/* Marks the unstable rows that may be the best of their column, or that always need a figure. Counts them in rows->in_doubt. All other
 * rows have their figures and ranks. False without memory. */
bool doubts_find(struct run *run);

#endif
