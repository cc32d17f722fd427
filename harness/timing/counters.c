/* SPDX-License-Identifier: MIT */
#include "timing/counters.h"

#include <errno.h>
#include <math.h>

/* Packages of musl do not contain the kernel's headers. */
#if defined __linux__ && __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define L1D_READ_MISS                                                                              \
    (PERF_COUNT_HW_CACHE_L1D | PERF_COUNT_HW_CACHE_OP_READ << 8 |                                  \
     PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

static const struct {
    uint32_t type;
    uint64_t config;
} events[COUNTERS] = {
    [COUNT_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    [COUNT_INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    [COUNT_BRANCH_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    [COUNT_L1_MISSES] = {PERF_TYPE_HW_CACHE, L1D_READ_MISS},
    [COUNT_CACHE_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

/* One group, so that all count over the same time. place[c] is the index in the group's
 * readings. */
static int descriptor[COUNTERS] = {-1, -1, -1, -1, -1}, place[COUNTERS], members;

bool counters_open(void)
{
    members = 0;
    for (int c = 0; c < COUNTERS; c++) {
        struct perf_event_attr attr;
        memset(&attr, 0, sizeof attr);
        attr.size = sizeof attr;
        attr.type = events[c].type;
        attr.config = events[c].config;
        attr.exclude_kernel = attr.exclude_hv = 1;
        attr.read_format =
            PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
        int leader = c == COUNT_CYCLES ? -1 : descriptor[COUNT_CYCLES];
        descriptor[c] =
            (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
        if (descriptor[c] >= 0)
            place[c] = members++;
        else if (c == COUNT_CYCLES)
            return false;
    }
    return true;
}

bool counters_read(double values[COUNTERS])
{
    struct { /* perf_event_open(2) */
        uint64_t n, enabled, running, value[COUNTERS];
    } group;
    if (descriptor[COUNT_CYCLES] < 0 || read(descriptor[COUNT_CYCLES], &group, sizeof group) <= 0)
        return false;
    if (!group.running || group.running != group.enabled)
        return false; /* the group did not run all the time */
    for (int c = 0; c < COUNTERS; c++)
        values[c] = descriptor[c] >= 0 ? (double)group.value[place[c]] : NAN;
    return true;
}

void counters_close(void)
{
    for (int c = 0; c < COUNTERS; c++) {
        if (descriptor[c] >= 0)
            close(descriptor[c]);
        descriptor[c] = -1;
    }
}

const char *counters_missing(void)
{
    if (counters_open()) {
        counters_close();
        return NULL;
    }
    switch (errno) {
    case EACCES:
    case EPERM:
        return "not permitted: sudo sysctl kernel.perf_event_paranoid=2; a container needs "
               "--cap-add PERFMON, too";
    case ENOSYS:
        return "not in this kernel, or hidden by the container's seccomp filter";
    default:
        return "none in this machine, or hidden by its hypervisor";
    }
}

#else

const char *counters_missing(void)
{
    return "not on this system: read on Linux only";
}

bool counters_open(void)
{
    return false;
}

bool counters_read(double values[COUNTERS])
{
    (void)values;
    return false;
}

void counters_close(void)
{
}

#endif
