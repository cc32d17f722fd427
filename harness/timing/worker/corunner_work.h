/* SPDX-License-Identifier: MIT
 * Co-runners, threads (timing/corunners.h) and processes, at work on a row. */
#ifndef CORUNNER_WORK_H
#define CORUNNER_WORK_H

#include "timing/worker/kernel_run.h"

/* ---- threads ---- */

/* Lets the threads of the row's mode run its kernel over its list, each from another place on.
 * Returns when all have begun; corunners_stop() ends their work. */
void corunner_threads_run(const struct timed_row *row);

/* ---- processes ---- */

/* Co-running processes: forks of the timing process on other cores that run the same kernel, as
 * engines of a match do. Some share the tables' physical memory with it, others have their own. */

/* Forks as many processes of each kind as the rows that are timed need, bound to these CPUs, and
 * waits until they are ready. All rows are prepared. `fd` is the socket to the parent.
 * Errors are STATUS_ENVIRONMENT. */
bool corunner_processes_start(const struct timed_rows *rows, const int *cpus, int fd,
                              struct error *error);

/* Lets the processes of the row's mode run its kernel. Returns when all have begun. If one is gone,
 * reports that to the parent and exits. */
void corunner_processes_run(const struct timed_rows *rows, const struct timed_row *row);

/* Stops all work. Returns when all processes sleep. */
void corunner_processes_stop(void);

#endif
