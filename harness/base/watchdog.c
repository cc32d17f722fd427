/* SPDX-License-Identifier: MIT */
#include "base/watchdog.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

enum { CHECK_SECONDS = 10, MAX_IDLE_CHECKS = 6 };

static const double IDLE_SECONDS = 0.1; /* of CPU time between two checks: less counts as sleep */

static struct watchdog *current;

static double cpu_seconds(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* QEMU 7.2 starts signal handlers of x86 with a misaligned stack, on which vector stores fault. */
#if defined __x86_64__ || defined __i386__
#define ALIGN_STACK __attribute__((force_align_arg_pointer))
#else
#define ALIGN_STACK
#endif

/* Runs once when a stopped process continues, however long it was stopped. */
ALIGN_STACK static void check(int number)
{
    double now = cpu_seconds();
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
    *watchdog = (struct watchdog){.cpu_seconds = cpu_seconds()};
    current = watchdog;
    sigaction(SIGALRM,
              &(struct sigaction){.sa_handler = check, .sa_flags = SA_ONSTACK | SA_RESTART}, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{.tv_sec = period}, {.tv_sec = period}}, NULL);
    watchdog_limit_cpu(seconds);
}
