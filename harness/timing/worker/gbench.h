/* SPDX-License-Identifier: MIT
 * Calls the visits, by Google Benchmark (1.7 or later; gbench.cpp) or without it (gbench_absent.c).
 * Google Benchmark filters them and writes its own files, as for --benchmark_out; it measures
 * nothing. */
#ifndef GBENCH_H
#define GBENCH_H

#include "base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One run of a registered function. */
struct gbench_state;

typedef void gbench_fn(struct gbench_state *state, void *user);

/* Initialises the library: the first call, once. argv: a program name and --benchmark_...
 * arguments. Unknown ones are STATUS_USAGE. */
bool gbench_init(int argc, char **argv, struct error *error);

/* Registers a function under a copy of `name`. It is called once per repetition. It then calls
 * gbench_next(state, sample_size) until that returns false, after `samples` calls, or
 * gbench_skip(). Returns false if out of memory. */
bool gbench_register(const char *name, gbench_fn *function, void *user, size_t samples,
                     size_t sample_size);

/* Calls all registered functions in the order of registration. Errors are STATUS_ENVIRONMENT. */
bool gbench_run(struct error *error);

/* Begins a sample. Returns false if none is left. */
bool gbench_next(struct gbench_state *state, size_t sample_size);

/* Reports the seconds of the current sample. */
void gbench_time(struct gbench_state *state, double seconds);

/* Reports a value of this run, which Google Benchmark shows as a column. */
void gbench_counter(struct gbench_state *state, const char *name, double value);

/* Marks this run as failed. The function returns after it. */
void gbench_skip(struct gbench_state *state, const char *reason);

#ifdef __cplusplus
}
#endif

#endif
