/* SPDX-License-Identifier: MIT
 * Which rows without a figure matter to the user. */
#ifndef IN_DOUBT_H
#define IN_DOUBT_H

#include "analysis/run.h"

/* Marks the unstable rows that may be the best of their column, or that always need a figure. Counts them in rows->in_doubt. All other
 * rows have their figures and ranks. False without memory. */
bool mark_rows_in_doubt(struct run *run);

#endif
