/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"
#include "base/error.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

/* Keeps its handler for SIGHUP, which a closing session may send twice: the kernel once and the
 * shell once. */
static void on_signal(int number)
{
    caught = 1;
    if (number != SIGHUP)
        signal(number, SIG_DFL);
}

static void exit_on_signal(int number)
{
    (void)number;
    _exit(STATUS_INTERRUPTED);
}

/* Sets the handler of a signal, unless it is ignored. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction now;
    if (!sigaction(number, NULL, &now) && now.sa_handler != SIG_IGN)
        signal(number, handler);
}

void interrupt_exit(void)
{
    handle(SIGINT, exit_on_signal);
    handle(SIGTERM, exit_on_signal);
    handle(SIGHUP, exit_on_signal);
}

void interrupt_catch(void)
{
    handle(SIGINT, on_signal);
    handle(SIGTERM, on_signal);
    handle(SIGHUP, on_signal);
}

bool interrupted(void)
{
    return caught;
}
