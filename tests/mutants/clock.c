/* SPDX-License-Identifier: MIT
 * The harness's clock, on a system clock that ticks only every millisecond. */
#include <time.h>

static int ticking(clockid_t id, struct timespec *t)
{
    int failed = clock_gettime(id, t);
    t->tv_nsec -= t->tv_nsec % 1000000;
    return failed;
}

#define clock_gettime ticking
#include "base/clock.c"
