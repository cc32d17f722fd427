/* SPDX-License-Identifier: MIT
 * Co-runners: forks of this process on other cores that work at the same time, which shows the cost
 * of shared caches and memory. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_CORUNNERS = 255 };

enum { CORUNNER_KINDS = 2 }; /* each with jobs of its own */

/* Co-runner `self` is the self-th of its kind, from 0 on. */
struct corunner_job {
    /* Runs once, on the co-runner's CPU, before any work; NULL: nothing does. */
    void (*begin)(const void *context, size_t self);
    /* Works, calling corunner_part_done() for each part, until corunners_must_stop(). */
    void (*work)(const void *context, size_t self, uint32_t what);
    const void *context;
};

/* Starts a co-runner for each of these CPUs, bound to it and asleep. Fails with
 * STATUS_ENVIRONMENT. */
bool corunners_start(unsigned kind, const int *cpus, size_t n, const struct corunner_job *job,
                     struct error *error);

/* Lets the first n co-runners of a kind work on `what`. Returns when all have begun, or false if
 * one of them is gone. */
bool corunners_work(unsigned kind, size_t n, uint32_t what);

/* Stops all work. Returns when all co-runners sleep, or false if one of them is gone. */
bool corunners_stop(void);

/* ---- in a co-runner ---- */

/* Returns whether corunners_stop() has been called since the work began, or whether the process
 * that has started this one is gone. */
bool corunners_must_stop(void);

/* Counts that co-runner `self` has done one more part of its work. */
void corunner_part_done(size_t self);

/* ---- pace ---- */

/* Whether co-runners keep their pace while a sample is taken: one whose core is taken loads the
 * shared caches less, which no canary of the timed core shows. */

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
