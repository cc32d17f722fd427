/* SPDX-License-Identifier: MIT
 * Co-runners: threads on other cores that run the same kernel at the same time, which shows the
 * cost of shared caches and memory. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_CORUNNERS = 255 };

/* Starts one thread for each of these CPUs, bound to it and asleep. Fails with
 * STATUS_ENVIRONMENT. */
bool corunners_start(const int *cpus, size_t n, struct error *error);

/* Works in thread `self`, 0 to n - 1, until corunners_must_stop() is true. */
typedef void corunner_work(const void *what, size_t self, size_t n);

/* Returns whether corunners_stop() has been called since the work began. */
bool corunners_must_stop(void);

/* Lets the first n threads work. Returns when all have begun. */
void corunners_work(corunner_work *work, const void *what, size_t n);

/* Stops all work. Returns when all threads sleep. */
void corunners_stop(void);

#endif
