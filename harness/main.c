/* SPDX-License-Identifier: MIT
 * A bench binary: one command, one exit status. */
#include "commands.h"
#include "isa.h"
#include "level.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A result counts as delivered only once stdout took all of it: a full disk shows at the last
 * flush. */
static bool close_stdout(struct error *error)
{
    errno = 0;
    if (ferror(stdout) || fflush(stdout))
        return fail(error, STATUS_OUTPUT, "standard output: %s",
                    errno ? strerror(errno) : "write error");
    return true;
}

static bool run(int argc, char **argv, struct error *error)
{
    static bool (*const commands[COMMANDS])(const struct options *, struct error *) = {
        [BENCH] = command_bench,     [LIST] = command_list,       [VERIFY] = command_verify,
        [QUERY] = command_query,     [QUERIES] = command_queries, [SHOW] = command_show,
        [MACHINE] = command_machine,
    };
    struct options options;
    if (!options_parse(argc, argv, &options, error))
        return false;
    bool proving = options.command == VERIFY &&
                   options.worker >= 0; /* valgrind's CPU has less than this one */
    if (!proving && !isa_has(level_needs))
        return fail(error, STATUS_ENVIRONMENT,
                    "this binary is compiled for %s, and this CPU lacks %s", level_name,
                    isa_missing(level_needs));
    if (options.help) {
        options_help(&options, stdout);
        return true;
    }
    if (options.version) {
        printf("slidebench %s, level %s, %s\n", SLIDEBENCH_VERSION, level_name, level_compiler);
        return true;
    }
    return commands[options.command](&options, error);
}

int main(int argc, char **argv)
{
    struct error error = {STATUS_OK, ""}, late;
    bool ok = run(argc, argv, &error);
    if (!ok)
        fprintf(stderr, "slidebench: %s\n", error.text);
    if (!close_stdout(&late)) {
        fprintf(stderr, "slidebench: %s\n", late.text);
        return late.status;
    }
    return ok ? STATUS_OK : (int)error.status;
}
