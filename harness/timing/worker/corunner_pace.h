/* SPDX-License-Identifier: MIT
 * Whether co-runners keep their pace while a sample is taken: one whose core is taken loads the
 * shared caches less, which no canary of the timed core shows. */
#ifndef CORUNNER_PACE_H
#define CORUNNER_PACE_H

#include "timing/corunners.h"

#include <stdint.h>

/* Makes the counters, in memory that threads and processes share. Errors are
 * STATUS_ENVIRONMENT. */
bool corunner_pace_open(struct error *error);

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
