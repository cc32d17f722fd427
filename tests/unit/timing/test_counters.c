/* SPDX-License-Identifier: MIT
 * Simulated hardware counters: perf_event_open() returns a pipe, from which readings of the group
 * come. Layout: perf_event_open(2), "Reading results". */
#include "support/fake_root.h"
#include "timing/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2], leader, opened, refusal = EACCES;
static uint64_t pmu; /* expected type of the PMU; 0: none */
static bool refused[COUNTERS], old_kernel;
static const struct {
    uint32_t type;
    uint64_t config;
} events[COUNTERS] = {{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
                      {PERF_TYPE_HW_CACHE, 0x10000}, /* L1-dcache-load-misses of `perf list` */
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES}};

long __wrap_syscall(long number, ...)
{
    va_list arguments;
    va_start(arguments, number);
    const struct perf_event_attr *attr = va_arg(arguments, const struct perf_event_attr *);
    pid_t pid = va_arg(arguments, pid_t);
    int cpu = va_arg(arguments, int), group = va_arg(arguments, int);
    va_end(arguments);
    assert_int_equal(number, SYS_perf_event_open);
    assert_true(pid == 0 && cpu == -1 && attr->exclude_kernel);
    if (old_kernel && attr->config >> 32) {
        errno = ENOENT;
        return -1;
    }
    if (group == -1) /* another group */
        opened = 0;
    assert_int_equal(group, opened ? leader : -1);
    assert_int_equal(attr->type, events[opened].type);
    assert_int_equal(attr->config, pmu << 32 | events[opened].config);
    if (refused[opened++]) {
        errno = refusal;
        return -1;
    }
    int fd = dup(ends[0]);
    if (opened == 1)
        leader = fd;
    return fd;
}

static int open_pipe(void **state)
{
    opened = 0;
    memset(refused, 0, sizeof refused);
    return pipe(ends);
}

static int close_pipe(void **state)
{
    counters_close();
    close(ends[0]);
    return ends[1] < 0 ? 0 : close(ends[1]);
}

/* Writes a reading of all counters that were not refused, in their order. */
static void count(uint64_t enabled, uint64_t running, const uint64_t *values, uint64_t n)
{
    uint64_t reading[3 + COUNTERS] = {n, enabled, running};
    memcpy(reading + 3, values, n * sizeof *values);
    size_t size = (3 + n) * sizeof *reading;
    assert_int_equal(write(ends[1], reading, size), size);
}

/* The group counted all the time since it was opened. */
static void count_at_once(uint64_t n)
{
    count(1, 1, (uint64_t[]){0, 0, 0, 0, 0}, n);
}

/* As on virtual machines, which often lack cache events; COUNTERS: none is missing. */
TEST(all_but_missing_ones_are_read_as_one_group)
{
    for (int missing = 1; missing <= COUNTERS; missing++) {
        double values[COUNTERS];
        open_pipe(state);
        if (missing < COUNTERS)
            refused[missing] = true;
        uint64_t present = missing < COUNTERS ? COUNTERS - 1 : COUNTERS;
        count_at_once(present);
        assert_true(counters_open(-1));
        assert_int_equal(opened, COUNTERS);
        count(9, 9, (uint64_t[]){100, 101, 102, 103, 104}, present);
        assert_true(counters_read(values));
        for (int c = 0; c < COUNTERS; c++)
            assert_true(c == missing ? isnan(values[c]) : values[c] == 100 + c - (c > missing));
        close_pipe(state);
        assert_false(counters_read(values));
    }
}

#define TEST_WITH_PIPE(test) TEST_BETWEEN(open_pipe, test, close_pipe)

TEST_WITH_PIPE(causes_have_their_cures)
{
    const struct {
        int cause;
        const char *text;
    } cases[] = {{EACCES, "perf_event_paranoid=2"},
                 {EPERM, "--cap-add PERFMON"},
                 {ENOSYS, "seccomp"},
                 {ENOENT, "hypervisor"},
                 {EOPNOTSUPP, "hypervisor"}};
    count_at_once(COUNTERS);
    assert_null(counters_missing(-1));
    refused[COUNT_CYCLES] = true;
    for (size_t i = 0; i < COUNT(cases); i++) {
        opened = 0;
        refusal = cases[i].cause;
        HAS(counters_missing(-1), cases[i].text);
    }
}

/* Other programs use the counters for a part of the time. */
TEST_WITH_PIPE(group_that_was_interrupted_is_not_counted)
{
    double values[COUNTERS];
    count_at_once(COUNTERS);
    assert_true(counters_open(-1));
    count(9, 0, (uint64_t[]){0, 0, 0, 0, 0}, 5);
    assert_false(counters_read(values));
    count(9, 5, (uint64_t[]){100, 250, 3, 4, 5}, 5);
    assert_false(counters_read(values));
    close(ends[1]); /* end of file */
    ends[1] = -1;
    assert_false(counters_read(values));
}

/* The core has too few counters for five events: those of two are free. */
TEST_WITH_PIPE(group_that_does_not_fit_is_retried_with_two_events)
{
    double values[COUNTERS];
    count(1000, 10, (uint64_t[]){1, 1, 1, 1, 1}, COUNTERS);
    count_at_once(2);
    assert_true(counters_open(-1));
    count(9, 9, (uint64_t[]){100, 200}, 2);
    assert_true(counters_read(values));
    assert_true(values[COUNT_CYCLES] == 100 && values[COUNT_INSTRUCTIONS] == 200);
    for (int c = COUNT_INSTRUCTIONS + 1; c < COUNTERS; c++)
        assert_true(isnan(values[c]));
}

/* As on a wrong PMU, or while another program has all counters. */
TEST_WITH_PIPE(group_that_never_counts_is_named)
{
    count(1000, 0, (uint64_t[]){0, 0, 0, 0, 0}, COUNTERS);
    count(1000, 0, (uint64_t[]){0, 0}, 2);
    HAS(counters_missing(-1), "taken by another program");
}

/* Files as on Alder Lake, with a PMU of the package. */
TEST_WITH_PIPE(pmu_is_that_of_the_core)
{
#define PMUS "/sys/bus/event_source/devices/"
    static const struct {
        int cpu;
        uint64_t pmu;
    } cases[] = {{-1, 0}, {2, 4}, {8, 4}, {5, 10}, {9, 0}};
    make_root(state);
    put(PMUS "cpu_core/cpus", "0-3,8");
    put(PMUS "cpu_core/type", "4");
    put(PMUS "cpu_atom/cpus", "4-7");
    put(PMUS "cpu_atom/type", "10");
    put(PMUS "power/cpumask", "0-9");
    put(PMUS "power/type", "20");
    for (size_t i = 0; i < COUNT(cases); i++) {
        pmu = cases[i].pmu;
        count_at_once(COUNTERS);
        assert_true(counters_open(cases[i].cpu));
        counters_close();
    }
    old_kernel = true; /* without hybrid CPUs */
    pmu = 0;
    count_at_once(COUNTERS);
    assert_true(counters_open(2));
    old_kernel = false;
    remove_root(state);
}

RUN_TESTS(NULL, NULL)
