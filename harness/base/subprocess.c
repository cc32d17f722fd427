/* SPDX-License-Identifier: MIT */
#include "base/subprocess.h"
#include "base/interrupt.h"
#include "base/write_protect.h"
#include "base/watchdog.h"
#include "timing/protocol.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_MEMORY = 98 }; /* exit status of a child */

void *shared_with_child(void *memory)
{
    if (!memory)
        _exit(NO_MEMORY);
    return memory;
}

const char *signal_text(int number, char text[static 64])
{
    if (number == SIGPROF)
        snprintf(text, 64, "it did not come to an end");
    else
        snprintf(text, 64, "killed by signal %d (%s)", number, strsignal(number));
    return text;
}

static void child(void (*function)(const void *, void *), const void *argument, void *result,
                  size_t size, unsigned seconds, int pipe)
{
    struct watchdog watchdog;
    signal(SIGPROF, SIG_DFL);
    watchdog_set(&watchdog, seconds);
    function(argument, result);
    _exit(!write_all(pipe, result, size));
}

/* An interrupt does not wait for a child that hangs. */
static void wait_for_answer(int pipe)
{
    struct pollfd ready = {.fd = pipe, .events = POLLIN};
    while (!interrupted() && poll(&ready, 1, 200) <= 0)
        continue;
}

bool run_in_child(void (*function)(const void *argument, void *result), const void *argument,
                  void *result, size_t size, unsigned seconds, char why[static 64],
                  struct error *error)
{
    int ends[2], status = 0;
    if (pipe(ends))
        return fail(error, STATUS_ENVIRONMENT, "no pipe to a child process: %s", strerror(errno));
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(function, argument, result, size, seconds, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return fail(error, STATUS_ENVIRONMENT, "no child process: %s", strerror(errno));
    }
    wait_for_answer(ends[0]);
    bool whole = !interrupted() && read_all(ends[0], result, size);
    if (interrupted())
        kill(pid, SIGKILL);
    close(ends[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    why[0] = 0;
    if (interrupted())
        return fail(error, STATUS_INTERRUPTED, "interrupted");
    if (WIFSIGNALED(status))
        signal_text(WTERMSIG(status), why);
    else if (!whole && WEXITSTATUS(status) == NO_MEMORY)
        return fail(error, STATUS_ENVIRONMENT, "no memory in a child process");
    else if (!whole && WEXITSTATUS(status) == EXIT_WROTE_STATIC_DATA)
        snprintf(why, 64, "it writes to data of its own after init");
    else if (!whole)
        snprintf(why, 64, "ended with status %d", WEXITSTATUS(status));
    return true;
}
