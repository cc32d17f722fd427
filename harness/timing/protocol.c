/* SPDX-License-Identifier: MIT */
#include "timing/protocol.h"
#include "base/array.h"
#include "base/program.h"
#include "base/subprocess.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* ---- what a timing process draws at random ---- */

uint64_t process_seed(uint64_t seed, size_t process)
{
    struct random random = {seed ^ (uint64_t)process << 32};
    return random_next(&random);
}

struct random process_random(const struct timing_plan *plan, enum random_for what)
{
    struct random random = {process_seed(plan->seed, plan->process) + what};
    return (struct random){random_next(&random)};
}

/* ---- messages ---- */

bool message_write(int fd, enum message_kind kind, uint32_t row, uint32_t n, const void *data,
                   size_t size)
{
    const struct message message = {kind, row, n};
    return write_all(fd, &message, sizeof message) && write_all(fd, data, size);
}

void message_write_error(int fd, const struct error *error)
{
    message_write(fd, MESSAGE_FAILED, 0, 0, error, sizeof *error);
}

bool message_read_build(int fd, const struct message *message)
{
    char build[PROGRAM_BUILD_LENGTH];
    return message->kind == MESSAGE_BUILD && message->n == sizeof build &&
           read_all(fd, build, sizeof build) && !memcmp(build, program_build, sizeof build);
}

/* ---- messages of the timing process ---- */

static struct watchdog watchdog;

/* Static for the signal handler. */
static int parent_fd;
static volatile uint32_t watched_row;

static void on_crash(int number)
{
    message_write(parent_fd, MESSAGE_CRASHED, watched_row, (uint32_t)number, NULL, 0);
    _exit(1);
}

/* Handles the signals of crashes and of the watchdog. */
static void handle_crashes(void (*handler)(int))
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    for (size_t i = 0; i < COUNT(numbers); i++)
        sigaction(numbers[i], &action, NULL);
}

void messages_open(int fd)
{
    static char stack[1 << 14];
    parent_fd = fd;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    handle_crashes(on_crash);
}

void messages_close(void)
{
    handle_crashes(SIG_DFL);
    close(parent_fd);
}

void messages_watch_row(uint32_t row, unsigned seconds)
{
    watched_row = row;
    watchdog_set(&watchdog, seconds);
}

void messages_end_watch(void)
{
    watchdog_set(&watchdog, 0);
}

void messages_send(enum message_kind kind, uint32_t row, const void *data, size_t size)
{
    messages_end_watch(); /* a slow parent is no hang */
    if (!message_write(parent_fd, kind, row, 0, data, size))
        _exit(STATUS_ENVIRONMENT);
}
