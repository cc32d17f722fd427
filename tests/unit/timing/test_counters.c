/* SPDX-License-Identifier: MIT
 * Simulated hardware counters: perf_event_open() returns a pipe, from which readings of the group
 * come. Layout: perf_event_open(2), "Reading results". */
#include "support/cmocka.h"
#include "timing/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2], leader, opened, refusal = EACCES;
static bool refused[COUNTERS];
static const struct {
    uint32_t type;
    uint64_t config;
} events[COUNTERS] = {{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
                      {PERF_TYPE_HW_CACHE, 0x10000}, /* L1-dcache-load-misses of `perf list` */
                      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES}};

long __wrap_syscall(long number, ...);

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
    assert_int_equal(group, opened ? leader : -1);
    assert_int_equal(attr->type, events[opened].type);
    assert_int_equal(attr->config, events[opened].config);
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

/* As on virtual machines, which often lack cache events; COUNTERS: none is missing. */
static void all_but_missing_ones_are_read_as_one_group(void **state)
{
    for (int missing = 1; missing <= COUNTERS; missing++) {
        double values[COUNTERS];
        open_pipe(state);
        if (missing < COUNTERS)
            refused[missing] = true;
        assert_true(counters_open());
        assert_int_equal(opened, COUNTERS);
        count(9, 9, (uint64_t[]){100, 101, 102, 103, 104},
              missing < COUNTERS ? COUNTERS - 1 : COUNTERS);
        assert_true(counters_read(values));
        for (int c = 0; c < COUNTERS; c++)
            assert_true(c == missing ? isnan(values[c]) : values[c] == 100 + c - (c > missing));
        close_pipe(state);
        assert_false(counters_read(values));
    }
}

static void causes_have_their_cures(void **state)
{
    const struct {
        int cause;
        const char *text;
    } cases[] = {{EACCES, "perf_event_paranoid=2"},
                 {EPERM, "--cap-add PERFMON"},
                 {ENOSYS, "seccomp"},
                 {ENOENT, "hypervisor"},
                 {EOPNOTSUPP, "hypervisor"}};
    assert_null(counters_missing());
    refused[COUNT_CYCLES] = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        opened = 0;
        refusal = cases[i].cause;
        assert_non_null(strstr(counters_missing(), cases[i].text));
    }
}

/* Other programs use the counters for a part of the time. */
static void group_that_was_interrupted_is_not_counted(void **state)
{
    double values[COUNTERS];
    assert_true(counters_open());
    count(9, 0, (uint64_t[]){0, 0, 0, 0, 0}, 5);
    assert_false(counters_read(values));
    count(9, 5, (uint64_t[]){100, 250, 3, 4, 5}, 5);
    assert_false(counters_read(values));
    close(ends[1]); /* end of file */
    ends[1] = -1;
    assert_false(counters_read(values));
}

int main(void)
{
#define WITH_PIPE(test) cmocka_unit_test_setup_teardown(test, open_pipe, close_pipe)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_but_missing_ones_are_read_as_one_group),
        WITH_PIPE(causes_have_their_cures),
        WITH_PIPE(group_that_was_interrupted_is_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
