/* SPDX-License-Identifier: MIT
 * Google Benchmark (1.7 or later; gbench.cpp) as a second stopwatch. It runs the same kernels with
 * its own loop, clock, repetitions and reporters. */
#ifndef GBENCH_H
#define GBENCH_H

#include "base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gbench_row {
    char name[128];
    /* Runs the kernel for the next `batch` iterations; an iteration is a query, a board or a move.
     * Sets *seconds to the time of the kernel alone. Returns false if a result is wrong. One call
     * before the first timed batch prepares the inputs and warms the caches. */
    bool (*run)(void *context, double *seconds);
    void *context;
    size_t batch;
    /* How many batches to time; their time is *seconds. If it is 0, Google Benchmark chooses the
     * number, and times the batches by its own clock. */
    size_t batches;
};

/* Runs and reports the rows as the --benchmark_... arguments request; argv[0] is the name of the
 * program. May be called only once. Unknown arguments are STATUS_USAGE; other errors are
 * STATUS_ENVIRONMENT. */
bool gbench_run(int argc, char **argv, struct gbench_row *rows, size_t n, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
