/* SPDX-License-Identifier: MIT
 * A bench binary: runs one command and returns its exit status. */
#include "base/interrupt.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "target/isa.h"
#include "target/isa_level.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef WITHOUT_BENCH
#include <jansson.h>
#endif

/* Opens /dev/null for each standard stream that is closed, so that no other file gets its number.
 * It is opened for the wrong direction, so that using the stream remains an error. */
static void reserve_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static bool check_cpu(const struct options *options, struct error *error)
{
    /* valgrind emulates a CPU, which lacks some instructions of the real CPU. */
    bool under_valgrind = options->command == COMMAND_VERIFY && options->worker >= 0;
    if (under_valgrind || isa_has(level_needs))
        return true;
    return fail(error, STATUS_ENVIRONMENT, "this binary is compiled for %s, and this CPU lacks %s",
                level_name, isa_missing(level_needs));
}

static bool run_command(const struct options *options, struct error *error)
{
    if (options->help) {
        help_print(options->command, stdout);
        return true;
    }
    if (options->version) {
        version_print(stdout);
        return true;
    }
    const struct command_info *command = &commands[options->command];
    return command->run ? command->run(options, error)
                        : fail_without_libraries(command->name, error);
}

/* Flushes standard output. A full disk may show only now. */
static bool flush_stdout(struct error *error)
{
    errno = 0;
    if (!ferror(stdout) && !fflush(stdout))
        return true;
    return fail(error, STATUS_OUTPUT, "standard output: %s",
                errno ? strerror(errno) : "write error");
}

static bool run_program(int argc, char **argv, struct error *error)
{
    struct options options;
    interrupt_exit();
    bool ok = options_parse(argc, argv, &options, error) && check_cpu(&options, error) &&
              run_command(&options, error);
    options_free(&options);
    return ok;
}

int main(int argc, char **argv)
{
    struct error error = {STATUS_OK, ""}, late;
    reserve_streams();
#ifndef WITHOUT_BENCH
    json_set_alloc_funcs(xmalloc, free); /* jansson 2.14 crashes without memory */
#endif
    signal(SIGCHLD, SIG_DFL); /* if a parent ignored it, no child would have an exit status */
    signal(SIGXFSZ, SIG_IGN); /* writing beyond a limit of file size is then an error */
    bool ok = run_program(argc, argv, &error);
    bool written = flush_stdout(&late); /* before errors, as both may go into one file */
    if (!ok)
        fprintf(stderr, "slidebench: %s\n", error.text);
    if (!written) {
        fprintf(stderr, "slidebench: %s\n", late.text);
        return (int)late.status;
    }
    return ok ? STATUS_OK : (int)error.status;
}
