/* SPDX-License-Identifier: MIT */
#include "timing/worker/corunner_pace.h"
#include "base/clock.h"
#include "base/tuning.h"

#include <math.h>
#include <stdatomic.h>
#include <sys/mman.h>

/* One cache line for each co-runner. */
static struct counter {
    _Alignas(COLD_CACHE_LINE_BYTES) _Atomic uint64_t parts;
} * counters;

bool corunner_pace_open(struct error *error)
{
    void *shared = mmap(NULL, MAX_CORUNNERS * sizeof *counters, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return fail(error, STATUS_ENVIRONMENT, "no memory that co-runners share");
    counters = shared;
    return true;
}

void corunner_pace_count(size_t self)
{
    atomic_fetch_add_explicit(&counters[self].parts, 1, memory_order_relaxed);
}

void corunner_parts_read(struct corunner_parts *parts, size_t n)
{
    parts->n = n;
    for (size_t i = 0; i < n; i++)
        parts->done[i] = atomic_load_explicit(&counters[i].parts, memory_order_relaxed);
    parts->since = n ? clock_seconds() : 0;
}

double corunner_parts_pace(const struct corunner_parts *parts)
{
    double seconds = clock_seconds() - parts->since, slowest = INFINITY;
    for (size_t i = 0; i < parts->n; i++) {
        uint64_t now = atomic_load_explicit(&counters[i].parts, memory_order_relaxed);
        slowest = fmin(slowest, (double)(now - parts->done[i]) / seconds);
    }
    return slowest;
}
