/* SPDX-License-Identifier: MIT */
#include "tools/engine_process.h"
#include "base/clock.h"
#include "base/fd_io.h"
#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUIT_SECONDS = 10, POLL_MS = 200, TEXT_STEP = 1 << 16 };

static void become_engine(const void *path, int fd)
{
    int null = open("/dev/null", O_WRONLY);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* ends with its parent, however that ends */
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        dup2(null, STDERR_FILENO) >= 0)
        execl(path, path, (char *)NULL);
    _exit(127);
}

bool engine_start(struct engine_process *engine, const char *name, const char *path, double limit,
                  struct error *error)
{
    *engine = (struct engine_process){.name = strdup(name), .limit = limit};
    if (!engine->name)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the name of an engine");
    if (!subprocess_start(&engine->process, CHANNEL_SOCKET, become_engine, path, "engine", error)) {
        engine->process.pid = 0;
        return false;
    }
    /* Later engines must not hold this one's input open. */
    fcntl(engine->process.fd, F_SETFD, FD_CLOEXEC);
    return true;
}

/* Waits for the end of an engine that has closed its side, and reports it. */
static bool fail_ended(struct engine_process *engine, struct error *error)
{
    char text[64];
    int status = subprocess_wait(&engine->process);
    engine->process.pid = 0;
    if (WIFSIGNALED(status))
        signal_text(WTERMSIG(status), text);
    else
        snprintf(text, sizeof text, "ended with status %d", WEXITSTATUS(status));
    return fail(error, STATUS_INPUT, "%s: the engine was expected to continue, but %s",
                engine->name, text);
}

bool engine_send(struct engine_process *engine, const char *text, struct error *error)
{
    return write_all(engine->process.fd, text, strlen(text)) || fail_ended(engine, error);
}

static bool wait_for_output(struct engine_process *engine, double deadline, const char *expected,
                            struct error *error)
{
    struct pollfd ready = {.fd = engine->process.fd, .events = POLLIN};
    while (poll(&ready, 1, POLL_MS) <= 0) {
        if (interrupted())
            return fail(error, STATUS_INTERRUPTED, "interrupted");
        if (clock_seconds() > deadline)
            return fail(error, STATUS_INPUT, "%s: no line that begins with '%s' within %.0f s",
                        engine->name, expected, engine->limit);
    }
    return true;
}

/* Appends what the engine has written to its text, once there is something. */
static bool read_more(struct engine_process *engine, double deadline, const char *expected,
                      struct error *error)
{
    if (!wait_for_output(engine, deadline, expected, error))
        return false;
    if (engine->capacity == engine->used) {
        char *larger = realloc(engine->text, engine->capacity + TEXT_STEP);
        if (!larger)
            return fail(error, STATUS_ENVIRONMENT, "no memory for the engine's output");
        engine->text = larger;
        engine->capacity += TEXT_STEP;
    }
    ssize_t n =
        read(engine->process.fd, engine->text + engine->used, engine->capacity - engine->used);
    if (n <= 0)
        return (n < 0 && errno == EINTR) || fail_ended(engine, error);
    engine->used += (size_t)n;
    return true;
}

bool engine_read_until(struct engine_process *engine, const char *expected, struct error *error)
{
    const double deadline = clock_seconds() + engine->limit;
    const size_t length = strlen(expected);
    for (;;) {
        const size_t rest = engine->used - engine->read;
        const char *line = engine->text + engine->read;
        const char *end = rest ? memchr(line, '\n', rest) : NULL;
        if (end) {
            engine->read = (size_t)(end + 1 - engine->text);
            if ((size_t)(end - line) >= length && !memcmp(line, expected, length))
                return true;
        } else if (!read_more(engine, deadline, expected, error)) {
            return false;
        }
    }
}

bool engine_synchronise(struct engine_process *engine, struct error *error)
{
    return engine_send(engine, "isready\n", error) && engine_read_until(engine, "readyok", error);
}

void engine_forget(struct engine_process *engine)
{
    engine->used = engine->read = 0;
}

double engine_cpu_seconds(const struct engine_process *engine)
{
    clockid_t clock;
    struct timespec time = {0};
    if (!clock_getcpuclockid(engine->process.pid, &clock))
        clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns whether the process has ended within some seconds. */
static bool wait_for_end(pid_t pid)
{
    const double deadline = clock_seconds() + QUIT_SECONDS;
    while (clock_seconds() < deadline && !interrupted()) {
        if (waitpid(pid, NULL, WNOHANG))
            return true;
        poll(NULL, 0, 1);
    }
    return false;
}

void engine_stop(struct engine_process *engine, bool in_order)
{
    struct error ignored;
    if (engine->process.pid && in_order && engine_send(engine, "quit\n", &ignored) &&
        wait_for_end(engine->process.pid)) {
        close(engine->process.fd);
    } else if (engine->process.pid) {
        kill(engine->process.pid, SIGKILL);
        subprocess_wait(&engine->process);
    }
    free(engine->name);
    free(engine->text);
}
