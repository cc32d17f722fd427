/* SPDX-License-Identifier: MIT
 * Replaces what needs libraries where one of them is not installed. */
#include "cli/commands.h"

static bool refuse(const char *what, struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT,
                "built without libraries, there is no %s: run scripts/install-deps bench, then "
                "build again",
                what);
}

bool command_bench(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("bench", error);
}

bool command_machine(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("machine", error);
}

bool command_recommend(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("recommend", error);
}

bool command_summarize(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("summarize", error);
}
