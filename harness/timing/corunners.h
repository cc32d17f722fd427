/* SPDX-License-Identifier: MIT
 * Co-runners: threads on other cores that run the same kernel at the same time, which shows the
 * cost of shared caches and memory. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* ---- pace ---- */

/* Whether co-runners keep their pace while a sample is taken: one whose core is taken loads the
 * shared caches less, which no canary of the timed core shows. */

/* Makes the counters, in memory that threads and processes share. */
void corunner_pace_open(void);

/* Counts one more part of a list that co-runner `self` has done. */
void corunner_pace_count(size_t self);

/* What the first n co-runners had done at some time. */
struct corunner_parts {
    size_t n;
    double since; /* seconds */
    uint64_t done[MAX_CORUNNERS];
};

/* Sets the parts of the first n co-runners; n may be 0. */
void corunner_parts_read(struct corunner_parts *parts, size_t n);

/* Returns the pace since then of the slowest co-runner, in parts per second; INFINITY without
 * co-runners. */
double corunner_parts_pace(const struct corunner_parts *parts);

#endif
