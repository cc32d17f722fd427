/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

/* Keeps its handler for SIGHUP, which a closing session may send twice: the kernel once and the
 * shell once. */
static void on_signal(int number)
{
    caught = 1;
    if (number != SIGHUP)
        signal(number, SIG_DFL);
}

void interrupt_catch(void)
{
    struct sigaction hang_up;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!sigaction(SIGHUP, NULL, &hang_up) && hang_up.sa_handler != SIG_IGN)
        signal(SIGHUP, on_signal);
}

bool interrupted(void)
{
    return caught;
}
