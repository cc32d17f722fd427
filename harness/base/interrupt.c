/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"
#include "base/array.h"
#include "base/error.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

/* A second signal kills the process, except SIGHUP: a closing session may send it twice, the kernel
 * once and the shell once. */
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

/* Sets the handler of each signal that the process does not ignore. */
static void handle(void (*handler)(int))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (!sigaction(numbers[i], NULL, &now) && now.sa_handler != SIG_IGN)
            signal(numbers[i], handler);
}

void interrupt_exit(void)
{
    handle(exit_on_signal);
}

void interrupt_catch(void)
{
    handle(on_signal);
}

bool interrupted(void)
{
    return caught;
}
