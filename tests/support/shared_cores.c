/* SPDX-License-Identifier: MIT */
#include "support/shared_cores.h"
#include "timing/canary.h"
#include "timing/corunners.h"

#include <stdatomic.h>
#include <stdlib.h>

int shared_percent = -1;

static atomic_bool working;

struct canary __real_canary_read(void);
struct canary __wrap_canary_read(void);
void __real_rivals_work(rival_work *work, const void *what, size_t n);
void __wrap_rivals_work(rival_work *work, const void *what, size_t n);
void __real_rivals_run(const struct row *row, size_t n);
void __wrap_rivals_run(const struct row *row, size_t n);
void __real_rivals_rest(void);
void __wrap_rivals_rest(void);

/* Whatever the machine: a steady core of 4 operations a cycle, in blocks of readings that are shared or not. */
struct canary __wrap_canary_read(void)
{
    enum { BLOCK = 32 };
    static _Thread_local unsigned reads;
    struct canary canary = __real_canary_read();
    if (shared_percent < 0)
        shared_percent = getenv("SHARED_CORES") ? atoi(getenv("SHARED_CORES")) : 0;
    canary.ipc = 4 + (double)(++reads % 2) * 1e-4;
    if (working && (int)(reads / BLOCK * 37 % 100) < shared_percent)
        canary.ipc /= 2;
    return canary;
}

void __wrap_rivals_work(rival_work *work, const void *what, size_t n)
{
    working = n > 0;
    __real_rivals_work(work, what, n);
}

void __wrap_rivals_run(const struct row *row, size_t n)
{
    working = n > 0;
    __real_rivals_run(row, n);
}

void __wrap_rivals_rest(void)
{
    __real_rivals_rest();
    working = false;
}
