/* SPDX-License-Identifier: MIT
 * In place of gbench.cpp without Google Benchmark or a C++ compiler: calls the visits in order,
 * without names, filters and Google Benchmark's own files. */
#include "timing/worker/gbench.h"

#include <stdlib.h>

struct gbench_state {
    gbench_fn *function;
    void *user;
    size_t samples_left;
};

static struct gbench_state *registered;
static size_t count, capacity;

bool gbench_init(int argc, char **argv, struct error *error)
{
    if (argc > 1)
        return fail(error, STATUS_USAGE,
                    "%s: built without Google Benchmark; install libbenchmark-dev and g++, then "
                    "configure again",
                    argv[1]);
    return true;
}

bool gbench_register(const char *name, gbench_fn *function, void *user, size_t samples,
                     size_t sample_size)
{
    (void)name, (void)sample_size;
    if (count == capacity) {
        size_t more = 2 * capacity + 1;
        struct gbench_state *grown = realloc(registered, more * sizeof *grown);
        if (!grown)
            return false;
        registered = grown;
        capacity = more;
    }
    registered[count++] = (struct gbench_state){function, user, samples};
    return true;
}

bool gbench_run(struct error *error)
{
    (void)error;
    for (size_t i = 0; i < count; i++)
        registered[i].function(&registered[i], registered[i].user);
    return true;
}

bool gbench_next(struct gbench_state *state, size_t sample_size)
{
    (void)sample_size;
    return state->samples_left > 0 && state->samples_left--;
}

void gbench_time(struct gbench_state *state, double seconds)
{
    (void)state, (void)seconds;
}

void gbench_counter(struct gbench_state *state, const char *name, double value)
{
    (void)state, (void)name, (void)value;
}

void gbench_skip(struct gbench_state *state, const char *reason)
{
    (void)state, (void)reason;
}
