/* SPDX-License-Identifier: MIT
 * In place of gbench.cpp without Google Benchmark or a C++ compiler. */
#include "timing/worker/gbench.h"

bool gbench_init(int argc, char **argv, struct error *error)
{
    if (argc > 1)
        return fail(error, STATUS_USAGE,
                    "%s: built without Google Benchmark; install libbenchmark-dev and g++, then "
                    "configure again",
                    argv[1]);
    return true;
}

bool gbench_select(struct gbench_row *rows, size_t n, struct error *error)
{
    (void)error;
    for (size_t i = 0; i < n; i++)
        rows[i].selected = true;
    return true;
}

bool gbench_report(const struct gbench_row *rows, size_t n, struct error *error)
{
    (void)rows, (void)n, (void)error;
    return true;
}
