/* SPDX-License-Identifier: MIT */
#include "timing/counters.h"
#include "machine/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* The counters are one group of perf events, so that all count over the same time. A counter that
 * could not be opened has a negative descriptor. */
static bool is_open;
static int descriptor[COUNTERS];

/* Packages of musl do not contain the kernel's headers. */
#if defined __linux__ && __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>

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
    [COUNT_LLC_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

static int open_event(int c, uint64_t pmu)
{
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = events[c].type;
    attr.config = pmu << 32 | events[c].config;
    attr.exclude_kernel = attr.exclude_hv = 1;
    attr.read_format =
        PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    int leader = c == COUNT_CYCLES ? -1 : descriptor[COUNT_CYCLES];
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

#else
static int open_event(int c, uint64_t pmu)
{
    (void)c, (void)pmu;
    errno = ENOSYS;
    return -1;
}
#endif

/* Returns the type of the PMU that owns the CPU; 0 if one PMU owns all CPUs or none does. On hybrid
 * CPUs the kernel expects the type in the upper half of `config` (perf_event_open(2)), and without
 * it counts on the first kind of core. Only the PMUs of cores have a file `cpus`. */
static uint64_t pmu_of(int cpu)
{
#define PMUS "/sys/bus/event_source/devices"
    char path[512];
    long type = 0;
    snprintf(path, sizeof path, "%s" PMUS, sysfs_root());
    DIR *pmus = opendir(path);
    for (struct dirent *pmu; pmus && !type && (pmu = readdir(pmus));) {
        snprintf(path, sizeof path, PMUS "/%s/cpus", pmu->d_name);
        bool has_cpu = pmu->d_name[0] != '.' && sysfs_lists_cpu(cpu, path);
        snprintf(path, sizeof path, PMUS "/%s/type", pmu->d_name);
        type = has_cpu ? sysfs_number(0, path) : 0;
    }
    if (pmus)
        closedir(pmus);
    return (uint64_t)type;
}

static bool open_group(int n, uint64_t pmu)
{
    double values[COUNTERS];
    for (int c = 0; c < COUNTERS; c++) {
        descriptor[c] = c < n ? open_event(c, pmu) : -1;
        if (descriptor[COUNT_CYCLES] < 0)
            return false;
    }
    is_open = true;
    if (counters_read(values))
        return true;
    counters_close();
    errno = EBUSY;
    return false;
}

bool counters_open(int cpu)
{
    uint64_t pmu = cpu < 0 ? 0 : pmu_of(cpu);
    bool ok = open_group(COUNTERS, pmu);
    if (!ok && pmu && errno != EBUSY) /* an older kernel, which does not expect a type there */
        ok = open_group(COUNTERS, pmu = 0);
    return ok || (errno == EBUSY && open_group(COUNT_INSTRUCTIONS + 1, pmu));
}

bool counters_read(double values[COUNTERS])
{
    struct { /* perf_event_open(2) */
        uint64_t n, enabled, running, value[COUNTERS];
    } group;
    if (!is_open || read(descriptor[COUNT_CYCLES], &group, sizeof group) <= 0)
        return false;
    if (!group.running || group.running != group.enabled)
        return false; /* the group did not run all the time */
    for (int c = 0, member = 0; c < COUNTERS; c++)
        values[c] = descriptor[c] >= 0 ? (double)group.value[member++] : NAN;
    return true;
}

void counters_close(void)
{
    for (int c = 0; is_open && c < COUNTERS; c++)
        if (descriptor[c] >= 0)
            close(descriptor[c]);
    is_open = false;
}

const char *counters_missing(int cpu)
{
    if (counters_open(cpu)) {
        counters_close();
        return NULL;
    }
    switch (errno) {
    case EACCES:
    case EPERM:
        return "not permitted: sudo sysctl kernel.perf_event_paranoid=2; a container needs "
               "--cap-add PERFMON, too";
    case EBUSY:
        return "taken by another program, or by the watchdog: sudo sysctl kernel.nmi_watchdog=0";
    case ENOSYS:
        return "not in this system, or hidden by the container's seccomp filter";
    default:
        return "none in this machine, or hidden by its hypervisor";
    }
}
