/* SPDX-License-Identifier: MIT
 * In place of gbench.cpp where bench lacks a library: everything else works. */
#include "timing/gbench.h"

bool gbench_init(int argc, char **argv, struct error *error)
{
    (void)argc;
    (void)argv;
    return fail(
        error, STATUS_ENVIRONMENT,
        "built without Google Benchmark or jansson, which bench needs: install libbenchmark-dev "
        "and libjansson-dev, then configure again");
}

bool gbench_register(const char *name, gbench_fn *function, void *user, size_t batches,
                     size_t batch)
{
    (void)name, (void)function, (void)user, (void)batches, (void)batch;
    return false;
}

bool gbench_run(struct error *error)
{
    return gbench_init(0, 0, error);
}

bool gbench_next(struct gbench_state *state, size_t batch)
{
    (void)state, (void)batch;
    return false;
}

void gbench_time(struct gbench_state *state, double seconds)
{
    (void)state, (void)seconds;
}

void gbench_counter(struct gbench_state *state, const char *name, double value)
{
    (void)state, (void)name, (void)value;
}

void gbench_skip(struct gbench_state *state, const char *why)
{
    (void)state, (void)why;
}
