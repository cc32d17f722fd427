/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <signal.h>

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
    caught = 1;
    signal(number, SIG_DFL);
}

void interrupt_catch(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
}

bool interrupted(void)
{
    return caught;
}
