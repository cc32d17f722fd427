/* SPDX-License-Identifier: MIT
 * Co-runners (timing/corunners.h) at work on a row: processes, as engines of a match are. Some
 * share the tables' physical memory with the timing process, as an engine's threads do, others have
 * their own. */
#ifndef CORUNNER_WORK_H
#define CORUNNER_WORK_H

#include "timing/worker/kernel_run.h"

/* Starts as many co-runners of each kind as the rows that are timed need, bound to these CPUs. All
 * rows are prepared. `fd` is the socket to the parent. Errors are STATUS_ENVIRONMENT. */
bool row_corunners_start(const struct timed_rows *rows, const int *cpus, int fd,
                         struct error *error);

/* Lets the co-runners of the row's mode run its kernel over its list, each from another place on.
 * Returns when all have begun. If one is gone, reports that to the parent and exits. */
void row_corunners_run(const struct timed_rows *rows, const struct timed_row *row);

/* Stops them, likewise. */
void row_corunners_stop(void);

#endif
