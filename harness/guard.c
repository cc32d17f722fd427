/* SPDX-License-Identifier: MIT */
#include "guard.h"
#include "seal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *signal_text(int number, char text[static 64])
{
    if (number == SIGALRM)
        snprintf(text, 64, "it did not come to an end");
    else
        snprintf(text, 64, "killed by signal %d (%s)", number, strsignal(number));
    return text;
}

static void child(void (*function)(const void *, void *), const void *argument, void *result,
                  size_t size, unsigned seconds, int pipe)
{
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
    function(argument, result);
    for (size_t sent = 0; sent < size;) {
        ssize_t n = write(pipe, (const char *)result + sent, size - sent);
        if (n <= 0)
            _exit(1);
        sent += (size_t)n;
    }
    _exit(0);
}

bool guarded(void (*function)(const void *argument, void *result), const void *argument,
             void *result, size_t size, unsigned seconds, char why[static 64])
{
    int ends[2], status = 0;
    size_t got = 0;
    if (pipe(ends)) {
        snprintf(why, 64, "no pipe: %s", strerror(errno));
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(function, argument, result, size, seconds, ends[1]);
    }
    close(ends[1]);
    while (pid > 0 && got < size) {
        ssize_t n = read(ends[0], (char *)result + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid < 0)
        snprintf(why, 64, "no process: %s", strerror(errno));
    else if (WIFSIGNALED(status))
        signal_text(WTERMSIG(status), why);
    else if (got < size && WEXITSTATUS(status) == SEAL_BROKEN)
        snprintf(why, 64, "it writes to data of its own after init");
    else if (got < size)
        snprintf(why, 64, "ended with status %d", WEXITSTATUS(status));
    return pid > 0 && got == size;
}
