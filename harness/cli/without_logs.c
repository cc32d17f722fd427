/* SPDX-License-Identifier: MIT
 * Replaces what writes or reads logs where jansson or zlib is not installed. */
#include "cli/commands.h"

static bool refuse(const char *command, struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT,
                "built without jansson or zlib, there is no `%s`: install libjansson-dev and "
                "zlib1g-dev, then configure again",
                command);
}

bool command_bench(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("bench", error);
}

bool command_summarize(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("summarize", error);
}

bool command_recommend(const struct options *options, struct error *error)
{
    (void)options;
    return refuse("recommend", error);
}
