/* SPDX-License-Identifier: MIT
 * Google Benchmark (1.7 or later) behind a C interface. It calls the registered functions, counts,
 * and writes its own files for --benchmark_out and the like; what we measure beside, we keep
 * ourselves. */
#ifndef GBENCH_H
#define GBENCH_H

#include "base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gbench_state; /* one run of a registered function */

typedef void gbench_fn(struct gbench_state *state, void *user);

/* Once, first. argv: a program name and --benchmark_... arguments. Unknown ones are STATUS_USAGE.
 */
bool gbench_init(int argc, char **argv, struct error *error);

/* `name` is copied. The function is called once a repetition and must call gbench_next(state,
 * batch) until it says no, `batches` times in all, or gbench_skip(). Times are those given to
 * gbench_time(). */
bool gbench_register(const char *name, gbench_fn *function, void *user, size_t batches,
                     size_t batch);

/* Calls all registered functions in the order of registration. */
bool gbench_run(struct error *error);

/* False when no batch is left. */
bool gbench_next(struct gbench_state *state, size_t batch);

/* Seconds that the batch took, the last gbench_next() began. */
void gbench_time(struct gbench_state *state, double seconds);

/* A value for this run, shown as a column by Google Benchmark. */
void gbench_counter(struct gbench_state *state, const char *name, double value);

/* Ends this run as failed; the function then returns. */
void gbench_skip(struct gbench_state *state, const char *why);

#ifdef __cplusplus
}
#endif

#endif
