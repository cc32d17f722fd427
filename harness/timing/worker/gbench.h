/* SPDX-License-Identifier: MIT
 * Google Benchmark (1.7 or later; gbench.cpp): its --benchmark_... options select rows, and it
 * prints and writes the samples that were taken. It measures nothing. */
#ifndef GBENCH_H
#define GBENCH_H

#include "analysis/samples.h"
#include "base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GBENCH_NAME = 128 };

struct gbench_row {
    char name[GBENCH_NAME];
    bool selected;
    size_t sample_size; /* iterations of a sample */
    const struct sample *samples;
    size_t n; /* of them; 0: is an error */
};

/* Initialises the library: the first call, once. argv: a program name and --benchmark_...
 * arguments. Unknown ones are STATUS_USAGE. */
bool gbench_init(int argc, char **argv, struct error *error);

/* Sets row.selected by --benchmark_filter. Errors are STATUS_ENVIRONMENT. */
bool gbench_select(struct gbench_row *rows, size_t n, struct error *error);

/* Prints and writes the selected rows as the arguments request. Errors are STATUS_ENVIRONMENT. */
bool gbench_report(const struct gbench_row *rows, size_t n, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
