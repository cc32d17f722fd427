/* SPDX-License-Identifier: MIT
 * Google Benchmark (1.7 or later; gbench.cpp) as a second stopwatch: its own loop, clock,
 * repetitions and reporters, around the same kernels. */
#ifndef GBENCH_H
#define GBENCH_H

#include "base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gbench_row {
    char name[128];
    /* Runs the kernel for the next `batch` iterations. An iteration is a query, a board or a
     * move. *seconds is set to the time of the kernel alone. Returns false if a result is wrong.
     * Called once before the first timed batch, too, to prepare inputs and warm caches. */
    bool (*run)(void *context, double *seconds);
    void *context;
    size_t batch;
    /* Batches to time, by their *seconds; 0: Google Benchmark chooses how many, and times them by
     * its own clock. */
    size_t batches;
};

/* Runs and reports the rows as --benchmark_... arguments request; argv[0] is a program name. Call
 * it once. Unknown arguments are STATUS_USAGE; other errors are STATUS_ENVIRONMENT. */
bool gbench_run(int argc, char **argv, struct gbench_row *rows, size_t n, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
