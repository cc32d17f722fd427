/* SPDX-License-Identifier: MIT
 * Co-runners: threads on other cores that run the same kernel at the same time, which shows the
 * cost of shared caches and memory. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct timed_row; /* see inputs.h */

enum { MAX_CORUNNERS = 255 };

/* Starts one thread for each of these CPUs, bound to it and asleep. Fails with
 * STATUS_ENVIRONMENT. */
bool corunners_start(const int *cpus, size_t n, struct error *error);

/* The work of thread `self`, 0 to n - 1. It returns soon after corunners_must_stop() is true. */
typedef void corunner_work(const void *what, size_t self, size_t n);
bool corunners_must_stop(void);

/* Lets the first n threads work. Returns when all have begun. */
void corunners_work(corunner_work *work, const void *what, size_t n);

/* Lets them run the row's kernel over its list, each from another place on. */
void corunners_run(const struct timed_row *row, size_t n);

/* Stops all work. Returns when all threads sleep. */
void corunners_stop(void);

#endif
