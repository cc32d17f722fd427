/* SPDX-License-Identifier: MIT
 * Simulates CPUs that share a core: while other threads work, canaries report half the IPC. Linked
 * by --wrap into the unit test and into a bench binary. */
#include "timing/canary.h"
#include "timing/corunners.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Percentage of these canaries; -1: the environment variable SHARED_CORES has it. */
int shared_percent = -1;

static atomic_bool working;

struct canary __real_canary_read(void);
bool __real_corunners_work(unsigned kind, size_t n, uint32_t what);
bool __real_corunners_stop(void);

/* Simulates a steady core with 4 operations per cycle, in blocks of shared and unshared
 * readings. */
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

bool __wrap_corunners_work(unsigned kind, size_t n, uint32_t what)
{
    working = n > 0;
    return __real_corunners_work(kind, n, what);
}

bool __wrap_corunners_stop(void)
{
    bool all = __real_corunners_stop();
    working = false;
    return all;
}
