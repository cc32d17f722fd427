/* SPDX-License-Identifier: MIT
 * A timing process. */
#ifndef WORKER_H
#define WORKER_H

#include "base/error.h"
#include "timing/worker/visit.h"

/* ---- rounds ---- */

/* Times rows, within a timing process. A round visits rows once, in a random order, so that drift
 * on the machine affects all rows alike. A visit takes some samples, see timing/worker/visit.h. */

/* Prepares, calibrates and times the rows with a scheme, and sends their results to the parent
 * through the socket `fd`. After the planned rounds further ones follow, for the rows that lack
 * samples. gbench_init() has been called. Errors are STATUS_ENVIRONMENT. */
bool rounds_run(struct timed_rows *rows, const struct timing_plan *plan, int fd,
                struct error *error);

/* ---- the process ---- */

/* Reads the parent's plan from the socket, times its rows and sends their results. Exits; returns
 * only if no plan came. */
bool worker_run(int fd, struct error *error);

#endif
