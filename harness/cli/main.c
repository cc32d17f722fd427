/* SPDX-License-Identifier: MIT
 * A bench binary: one command, one exit status. */
#include "cli/commands.h"
#include "target/isa.h"
#include "target/isa_level.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

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
        [MACHINE] = command_machine, [PERFT] = command_perft,
    };
    struct options options;
    bool ok = options_parse(argc, argv, &options, error);
    /* Under --prove this runs on valgrind's CPU, which has less than this one. */
    bool proving = ok && options.command == VERIFY && options.worker >= 0;
    if (ok && !proving && !isa_has(level_needs))
        ok =
            fail(error, STATUS_ENVIRONMENT, "this binary is compiled for %s, and this CPU lacks %s",
                 level_name, isa_missing(level_needs));
    if (ok && options.help)
        options_help(&options, stdout);
    else if (ok && options.version)
        options_version(stdout);
    else if (ok)
        ok = commands[options.command](&options, error);
    options_free(&options);
    return ok;
}

/* A closed standard stream's number must not go to another file: it is taken by one that cannot be used
 * the stream's way. */
static void reserve_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* A stack that overflows would be taken for a crash, even for that of a scheme. */
static bool check_stack(struct error *error)
{
    enum { NEEDED_KIB = 128 };
    struct rlimit stack;
    return getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur >= NEEDED_KIB * 1024 ||
           fail(error, STATUS_ENVIRONMENT,
                "the stack is limited to %llu KiB, expected at least %d: `ulimit -s %d`",
                (unsigned long long)stack.rlim_cur / 1024, NEEDED_KIB, NEEDED_KIB);
}

int main(int argc, char **argv)
{
    struct error error = {STATUS_OK, ""}, late;
    reserve_streams();
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is an error like a full disk */
    bool ok = check_stack(&error) && run(argc, argv, &error);
    if (!ok)
        fprintf(stderr, "slidebench: %s\n", error.text);
    if (!close_stdout(&late)) {
        fprintf(stderr, "slidebench: %s\n", late.text);
        return late.status;
    }
    return ok ? STATUS_OK : (int)error.status;
}
