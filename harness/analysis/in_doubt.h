/* SPDX-License-Identifier: MIT
 * The rows without a result that matter to the user. */
#ifndef IN_DOUBT_H
#define IN_DOUBT_H

#include "analysis/run.h"

/* Marks the unstable rows that may be the best of their column, or that always need a result, and
 * counts them in run->in_doubt. All other rows have been ranked. */
void mark_rows_in_doubt(struct run *run);

#endif
