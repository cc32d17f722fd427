/* SPDX-License-Identifier: MIT */
#include "base/subprocess.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/tuning.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { EXIT_NOT_SENT = 1 }; /* exit status of a child */

/* Makes the system kill this process, or the program that it executes, when its parent ends. */
static void die_with_parent(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

bool subprocess_start(struct subprocess *child, subprocess_fn *function, const void *argument,
                      const char *name, struct error *error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return fail(error, STATUS_ENVIRONMENT, "no socket for a %s: %s", name, strerror(errno));
    child->pid = fork();
    if (child->pid == 0) {
        close(ends[0]);
        die_with_parent();
        function(argument, ends[1]);
        _exit(STATUS_OK);
    }
    close(ends[1]);
    child->fd = ends[0];
    if (child->pid > 0)
        return true;
    close(ends[0]);
    return fail(error, STATUS_ENVIRONMENT, "no %s: %s", name, strerror(errno));
}

int subprocess_wait(struct subprocess *child)
{
    int status = 0;
    close(child->fd);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

const char *signal_text(int number, char text[static FAULT_SIZE])
{
    if (number == SIGPROF)
        snprintf(text, FAULT_SIZE, "it did not come to an end");
    else
        snprintf(text, FAULT_SIZE, "killed by signal %d (%s)", number, strsignal(number));
    return text;
}

const char *end_text(int status, char text[static FAULT_SIZE])
{
    if (WIFSIGNALED(status))
        return signal_text(WTERMSIG(status), text);
    snprintf(text, FAULT_SIZE, "ended with status %d", WEXITSTATUS(status));
    return text;
}

struct call {
    void (*function)(const void *argument, void *result);
    const void *argument;
    void *result;
    size_t size;
    unsigned seconds;
};

static void call_in_child(const void *argument, int fd)
{
    const struct call *call = argument;
    struct watchdog watchdog;
    signal(SIGPROF, SIG_DFL);
    watchdog_set(&watchdog, call->seconds);
    call->function(call->argument, call->result);
    if (!write_all(fd, call->result, call->size))
        _exit(EXIT_NOT_SENT);
}

bool run_in_child(void (*function)(const void *argument, void *result), const void *argument,
                  void *result, size_t size, unsigned seconds, char why[static FAULT_SIZE],
                  struct error *error)
{
    const struct call call = {function, argument, result, size, seconds};
    struct subprocess child = {.fd = -1};
    if (!subprocess_start(&child, call_in_child, &call, "child process", error))
        return false;
    struct pollfd ready = {.fd = child.fd, .events = POLLIN};
    while (!interrupted() && poll(&ready, 1, MESSAGE_POLL_MS) <= 0)
        continue; /* wait for the first byte or an interrupt, as the child may hang */
    bool complete = !interrupted() && read_all(child.fd, result, size);
    if (interrupted())
        kill(child.pid, SIGKILL);
    int status = subprocess_wait(&child);
    why[0] = '\0';
    if (interrupted())
        return fail(error, STATUS_INTERRUPTED, "interrupted");
    const int code = WIFEXITED(status) && !complete ? WEXITSTATUS(status) : 0;
    if (code == STATUS_ENVIRONMENT)
        return fail(error, STATUS_ENVIRONMENT, "no memory in a child process");
    if (code == EXIT_WROTE_STATIC_DATA)
        snprintf(why, FAULT_SIZE, "it wrote static data after init");
    else if (!complete || WIFSIGNALED(status))
        end_text(status, why);
    return true;
}

/* ---- a process that hangs ---- */

enum { CHECK_SECONDS = 10, MAX_IDLE_CHECKS = 6 };

static const double IDLE_SECONDS = 0.1; /* of CPU time between two checks: less counts as sleep */

static struct watchdog *current;

/* QEMU 7.2 starts signal handlers of x86 with a misaligned stack, on which vector stores fault. */
#if defined __x86_64__ || defined __i386__
#define ALIGN_STACK __attribute__((force_align_arg_pointer))
#else
#define ALIGN_STACK
#endif

/* A process that was stopped gets one alarm when it continues, however long it was stopped. */
ALIGN_STACK static void on_alarm(int number)
{
    double now = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    (void)number;
    current->idle_checks = now - current->cpu_seconds < IDLE_SECONDS ? current->idle_checks + 1 : 0;
    current->cpu_seconds = now;
    if (current->idle_checks == MAX_IDLE_CHECKS)
        raise(SIGPROF);
}

void watchdog_limit_cpu(unsigned seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

void watchdog_set(struct watchdog *watchdog, unsigned seconds)
{
    const time_t period = seconds ? CHECK_SECONDS : 0;
    *watchdog = (struct watchdog){.cpu_seconds = clock_read(CLOCK_PROCESS_CPUTIME_ID)};
    current = watchdog;
    sigaction(SIGALRM,
              &(struct sigaction){.sa_handler = on_alarm, .sa_flags = SA_ONSTACK | SA_RESTART},
              NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{.tv_sec = period}, {.tv_sec = period}}, NULL);
    watchdog_limit_cpu(seconds);
}

/* ---- sockets and files ---- */

bool read_all(int fd, void *to, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t n = read(fd, (char *)to + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += (size_t)n;
    }
    return true;
}

bool write_all(int fd, const void *from, size_t size)
{
    for (size_t sent = 0; sent < size;) {
        ssize_t n = write(fd, (const char *)from + sent, size - sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        sent += (size_t)n;
    }
    return true;
}
