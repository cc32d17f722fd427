/* SPDX-License-Identifier: MIT
 * The harness's clock, on a system clock that ticks only every CLOCK_TICK nanoseconds. */
#include <time.h>

static int ticking(clockid_t id, struct timespec *t)
{
    int failed = clock_gettime(id, t);
    long long ns = (long long)t->tv_sec * 1000000000 + t->tv_nsec;
    ns -= ns % (CLOCK_TICK);
    t->tv_sec = (time_t)(ns / 1000000000);
    t->tv_nsec = (long)(ns % 1000000000);
    return failed;
}

#define clock_gettime ticking
#include "base/clock.c"
