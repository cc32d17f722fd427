/* SPDX-License-Identifier: MIT
 * Co-runners: forks of this process that work on other cores at the same time. They show what
 * sharing caches and memory costs. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_CORUNNERS = 255 };

enum { CORUNNER_KINDS = 2 };

/* What co-runners do. `self` is the index of a co-runner among the co-runners of its kind, from 0;
 * `what` is what corunners_work() got. */
struct corunner_job {
    /* Runs once, on the co-runner's CPU, before any work. May be NULL. */
    void (*begin)(const void *context, unsigned kind, size_t self);
    /* Works until corunners_must_stop(), and calls corunner_part_done() after each part of the
     * work. */
    void (*work)(const void *context, size_t self, uint32_t what);
    const void *context;
};

/* Starts a co-runner of this kind (below CORUNNER_KINDS) on each of these CPUs. It is bound to its
 * CPU, and sleeps until corunners_work(). Errors are STATUS_ENVIRONMENT. */
bool corunners_start(unsigned kind, const int *cpus, size_t n, const struct corunner_job *job,
                     struct error *error);

/* Lets the first n co-runners of a kind work on `what`. Returns when all have begun, or false if
 * one of them is gone. */
bool corunners_work(unsigned kind, size_t n, uint32_t what);

/* Stops all work. Returns when all co-runners sleep, or false if one of them is gone. */
bool corunners_stop(void);

/* ---- in a co-runner ---- */

/* Returns whether the co-runner must end its work: because its parent called corunners_stop(), or
 * because its parent is gone. */
bool corunners_must_stop(void);

/* Counts one more part of the work, which co-runner `self` has just done. */
void corunner_part_done(size_t self);

/* ---- pace ---- */

/* A co-runner whose core is taken loads the shared caches less, and no canary of the timed core
 * shows that. So the pace of co-runners is watched while a sample is taken. */

/* How many parts of their work the first n co-runners had done at some time. */
struct corunner_parts {
    size_t n;
    double since; /* seconds */
    uint64_t done[MAX_CORUNNERS];
};

/* Reads how many parts the first n co-runners have done by now; n may be 0. */
void corunner_parts_read(struct corunner_parts *parts, size_t n);

/* Returns the pace of the slowest of these co-runners since corunner_parts_read(), in parts per
 * second; INFINITY if there are none. */
double corunner_parts_pace(const struct corunner_parts *parts);

#endif
