/* SPDX-License-Identifier: MIT
 * Simulated machines, by hwloc's environment variables, and library failures, by the linker's
 * --wrap. */
#include "machine/affinity.h"
#include "machine/sysfs.h"
#include "support/skip.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct affinity_request any = {.cpu = -1};

static void expect_candidates(const struct affinity_request *request, const int *expected, size_t n)
{
    int cpus[16];
    assert_int_equal(affinity_candidates(request, cpus, 16), n);
    assert_memory_equal(cpus, expected, n * sizeof *cpus);
}

static int use_topology(const char *variable, const char *value)
{
    affinity_restore();
    unsetenv("HWLOC_XMLFILE");
    unsetenv("HWLOC_SYNTHETIC");
    unsetenv("HWLOC_COMPONENTS");
    unsetenv("HWLOC_THISSYSTEM");
    sysfs_root = "";
    return variable ? setenv(variable, value, 1) : 0;
}

static int use_this_machine(void **state)
{
    (void)state;
    return use_topology(NULL, NULL);
}

/* Checks that a simulated machine does not pin. */
static void expect_not_pinned(int cpu)
{
    struct pin pin;
    struct error error = {STATUS_OK, ""};
    assert_true(affinity_set(&any, &pin, &error));
    assert_false(pin.pinned);
    assert_int_equal(pin.cpu, -1);
    assert_non_null(strstr(pin.warning, "HWLOC_"));
    assert_false(affinity_set(&(struct affinity_request){.cpu = cpu}, &pin, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "HWLOC_"));
    assert_false(affinity_set(&(struct affinity_request){.cpu = 99}, &pin, &error));
    assert_non_null(strstr(error.text, "allowed: 0-"));
}

static void one_thread_per_core(void **state)
{
    (void)state;
    use_topology("HWLOC_SYNTHETIC", "node:1 core:4 pu:2");
    expect_candidates(&any, (int[]){6, 4, 2, 0}, 4);
    expect_candidates(&(struct affinity_request){.cpu = 5}, (int[]){5}, 1);
    expect_candidates(&(struct affinity_request){.cpu = 8}, NULL, 0);
    expect_not_pinned(6);
}

static void machines_without_cores_are_supported(void **state)
{
    (void)state;
    use_topology("HWLOC_SYNTHETIC", "pu:3");
    expect_candidates(&any, (int[]){2, 1, 0}, 3);
    expect_not_pinned(2);
}

static void unknown_kinds_are_an_error(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    use_topology("HWLOC_SYNTHETIC", "core:2 pu:2");
    assert_false(
        affinity_set(&(struct affinity_request){.cpu = -1, .core_kind = CORE_EFF}, &pin, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "kinds of cores"));
}

/* 12 CPUs: 4 cores with two threads each, then 4 small cores, ranked as hwloc ranks a hybrid CPU on
 * Linux. */
static void kinds_of_cores(void **state)
{
    (void)state;
    char path[] = "/tmp/slidebench-pin-XXXXXX";
    hwloc_topology_t hybrid;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    close(mkstemp(path));
    assert_int_equal(hwloc_topology_init(&hybrid), 0);
    assert_int_equal(hwloc_topology_set_synthetic(hybrid, "core:6 pu:2"), 0);
    assert_int_equal(hwloc_topology_load(hybrid), 0);
    hwloc_bitmap_set_range(set, 0, 7);
    assert_int_equal(hwloc_cpukinds_register(hybrid, set, 1, 0, NULL, 0), 0);
    hwloc_bitmap_zero(set);
    hwloc_bitmap_set_range(set, 8, 11);
    assert_int_equal(hwloc_cpukinds_register(hybrid, set, 0, 0, NULL, 0), 0);
    assert_int_equal(hwloc_topology_export_xml(hybrid, path, 0), 0);
    hwloc_bitmap_free(set);
    hwloc_topology_destroy(hybrid);

    use_topology("HWLOC_XMLFILE", path);
    expect_candidates(&any, (int[]){6, 4, 2, 0}, 4);
    expect_candidates(&(struct affinity_request){.cpu = -1, .core_kind = CORE_PERF},
                      (int[]){6, 4, 2, 0}, 4);
    expect_candidates(&(struct affinity_request){.cpu = -1, .core_kind = CORE_EFF}, (int[]){10, 8},
                      2);
    expect_not_pinned(10);
    unlink(path);
}

static void broken_topology_file_is_a_warning(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    use_topology("HWLOC_XMLFILE", "/dev/null");
    setenv("HWLOC_COMPONENTS", "xml,stop", 1);
    assert_true(affinity_set(&any, &pin, &error));
    assert_false(pin.pinned);
    assert_true(pin.warning[0]);
}

/* ---- simulated machines on which threads can be pinned ---- */

/* Exports two cores: CPU 0 of the slowest and CPU 1 of the fastest kind, unless kinds are
 * unranked. */
static void export_kinds(char *path, bool ranked)
{
    hwloc_topology_t made;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    close(mkstemp(path));
    assert_int_equal(hwloc_topology_init(&made), 0);
    assert_int_equal(hwloc_topology_set_synthetic(made, "core:2 pu:1"), 0);
    assert_int_equal(hwloc_topology_load(made), 0);
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        hwloc_bitmap_only(set, cpu);
        assert_int_equal(hwloc_cpukinds_register(made, set, ranked ? (int)cpu : -1, 0, NULL, 0), 0);
    }
    assert_int_equal(hwloc_topology_export_xml(made, path, 0), 0);
    hwloc_bitmap_free(set);
    hwloc_topology_destroy(made);
}

/* Makes hwloc use a topology for this machine, which must have CPUs 0 and 1. */
static void simulate(const char *variable, const char *value)
{
    cpu_set_t allowed;
    use_topology(variable, value);
    setenv("HWLOC_THISSYSTEM", "1", 1);
    sysfs_root = "/nowhere"; /* no interrupt counts: the last CPU is first */
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (!CPU_ISSET(0, &allowed) || !CPU_ISSET(1, &allowed))
        SKIP("fewer than 2 CPUs: 0 and 1 are not both allowed");
}

static void expect_bound(struct affinity_request request, enum core_kind kind,
                         const char *description)
{
    struct pin pin;
    struct error error;
    assert_true(affinity_set(&request, &pin, &error));
    assert_true(pin.pinned);
    assert_int_equal(pin.cpu, sched_getcpu());
    assert_int_equal(pin.core_kind, kind);
    assert_int_equal(pin.smt_shared, strstr(description, "2 threads") != NULL);
    assert_string_equal(pin.description, description);
}

static void cores_and_threads_are_described(void **state)
{
    (void)state;
    simulate("HWLOC_SYNTHETIC", "core:1 pu:2");
    expect_bound(any, CORE_ANY, "CPU 0, core 0 of 1, 2 threads per core");
    simulate("HWLOC_SYNTHETIC", "core:2 pu:1");
    expect_bound(any, CORE_ANY, "CPU 1, core 1 of 2, 1 thread per core");
    simulate("HWLOC_SYNTHETIC", "pu:2");
    expect_bound(any, CORE_ANY, "CPU 1, core 1 of 2, 1 thread per core");
}

static void kinds_are_described(void **state)
{
    (void)state;
    char path[] = "/tmp/slidebench-pin-XXXXXX";
    struct pin pin;
    struct error error;
    cpu_set_t before, slow;
    const struct affinity_request fastest = {.cpu = -1, .core_kind = CORE_PERF},
                                  slowest = {.cpu = -1, .core_kind = CORE_EFF};
    export_kinds(path, true);
    simulate("HWLOC_XMLFILE", path);
    expect_bound(any, CORE_PERF, "CPU 1, core 1 of 2, 1 thread per core, fastest kind");
    expect_bound(fastest, CORE_PERF, "CPU 1, core 1 of 2, 1 thread per core, fastest kind");
    expect_bound(slowest, CORE_EFF, "CPU 0, core 0 of 2, 1 thread per core, slowest kind");
    affinity_restore();
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&slow);
    CPU_SET(0, &slow);
    sched_setaffinity(0, sizeof slow, &slow); /* only the slowest kind is allowed */
    expect_bound(any, CORE_EFF, "CPU 0, core 0 of 2, 1 thread per core, slowest kind");
    assert_false(affinity_set(&fastest, &pin, &error));
    assert_string_equal(error.text, "cannot bind to a core of the fastest kind: none is allowed");
    affinity_restore();
    sched_setaffinity(0, sizeof before, &before);
    unlink(path);
}

static void unranked_kinds_are_ignored(void **state)
{
    (void)state;
    char path[] = "/tmp/slidebench-pin-XXXXXX";
    struct pin pin;
    struct error error;
    export_kinds(path, false);
    simulate("HWLOC_XMLFILE", path);
    expect_bound(any, CORE_ANY, "CPU 1, core 1 of 2, 1 thread per core");
    assert_false(
        affinity_set(&(struct affinity_request){.cpu = -1, .core_kind = CORE_EFF}, &pin, &error));
    assert_non_null(strstr(error.text, "kinds of cores"));
    unlink(path);
}

/* ---- failures of the library ---- */

static enum { NOTHING, VERSION, START, BITMAP, COPY, MASK, BIND, PLACE, PLACE_UNKNOWN } broken;

unsigned __real_hwloc_get_api_version(void), __wrap_hwloc_get_api_version(void);
int __real_hwloc_topology_init(hwloc_topology_t *), __wrap_hwloc_topology_init(hwloc_topology_t *);
hwloc_bitmap_t __real_hwloc_bitmap_alloc(void), __wrap_hwloc_bitmap_alloc(void);
hwloc_bitmap_t __real_hwloc_bitmap_dup(hwloc_const_bitmap_t),
    __wrap_hwloc_bitmap_dup(hwloc_const_bitmap_t);
int __real_hwloc_get_cpubind(hwloc_topology_t, hwloc_cpuset_t, int),
    __wrap_hwloc_get_cpubind(hwloc_topology_t, hwloc_cpuset_t, int);
int __real_hwloc_set_cpubind(hwloc_topology_t, hwloc_const_cpuset_t, int),
    __wrap_hwloc_set_cpubind(hwloc_topology_t, hwloc_const_cpuset_t, int);
int __real_hwloc_get_last_cpu_location(hwloc_topology_t, hwloc_cpuset_t, int),
    __wrap_hwloc_get_last_cpu_location(hwloc_topology_t, hwloc_cpuset_t, int);

unsigned __wrap_hwloc_get_api_version(void)
{
    return broken == VERSION ? 0x10000 : __real_hwloc_get_api_version();
}

int __wrap_hwloc_topology_init(hwloc_topology_t *topology)
{
    return broken == START ? -1 : __real_hwloc_topology_init(topology);
}

hwloc_bitmap_t __wrap_hwloc_bitmap_alloc(void)
{
    return broken == BITMAP ? NULL : __real_hwloc_bitmap_alloc();
}

hwloc_bitmap_t __wrap_hwloc_bitmap_dup(hwloc_const_bitmap_t bitmap)
{
    return broken == COPY ? NULL : __real_hwloc_bitmap_dup(bitmap);
}

int __wrap_hwloc_get_cpubind(hwloc_topology_t topology, hwloc_cpuset_t set, int flags)
{
    return broken == MASK ? -1 : __real_hwloc_get_cpubind(topology, set, flags);
}

int __wrap_hwloc_set_cpubind(hwloc_topology_t topology, hwloc_const_cpuset_t set, int flags)
{
    errno = ENOSYS;
    return broken == BIND ? -1 : __real_hwloc_set_cpubind(topology, set, flags);
}

int __wrap_hwloc_get_last_cpu_location(hwloc_topology_t topology, hwloc_cpuset_t set, int flags)
{
    if (broken == PLACE)
        return hwloc_bitmap_only(set, 999);
    return broken == PLACE_UNKNOWN ? -1 : __real_hwloc_get_last_cpu_location(topology, set, flags);
}

static int mend(void **state)
{
    broken = NOTHING;
    return use_this_machine(state);
}

static void library_failure_is_a_warning_or_an_error(void **state)
{
    (void)state;
    static const char *const texts[] = {
        [VERSION] = "the hwloc library has another version than at compile time",
        [START] = "hwloc cannot start",
        [BITMAP] = "hwloc cannot read this machine's topology",
        [COPY] = "Cannot allocate memory",
        [BIND] = "this system cannot bind threads",
        [PLACE] = "the thread still runs on another CPU",
    };
    int cpu = sched_getcpu();
    for (broken = VERSION; broken <= PLACE; broken++) {
        struct pin pin;
        struct error error;
        char expected[128];
        affinity_restore();
        if (!texts[broken])
            continue;
        assert_true(affinity_set(&any, &pin, &error));
        assert_false(pin.pinned);
        snprintf(expected, sizeof expected, "not pinned to a CPU: %s", texts[broken]);
        assert_string_equal(pin.warning, expected);
        assert_false(affinity_set(&(struct affinity_request){.cpu = cpu}, &pin, &error));
        assert_int_equal(error.status, STATUS_ENVIRONMENT);
        assert_non_null(strstr(error.text, texts[broken]));
        size_t candidates = affinity_candidates(&any, &cpu, 1);
        assert_int_equal(candidates > 0, broken >= BIND);
    }
}

static void missing_cpu_location_is_accepted(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    for (int i = 0; i < 2; i++) {
        broken = i ? MASK : PLACE_UNKNOWN;
        affinity_restore();
        assert_true(affinity_set(&any, &pin, &error));
        assert_true(pin.pinned);
    }
}

int main(void)
{
#define ON(test) cmocka_unit_test_teardown(test, use_this_machine)
    const struct CMUnitTest tests[] = {
        ON(one_thread_per_core),
        ON(machines_without_cores_are_supported),
        ON(unknown_kinds_are_an_error),
        ON(kinds_of_cores),
        ON(broken_topology_file_is_a_warning),
        ON(cores_and_threads_are_described),
        ON(kinds_are_described),
        ON(unranked_kinds_are_ignored),
        cmocka_unit_test_teardown(library_failure_is_a_warning_or_an_error, mend),
        cmocka_unit_test_teardown(missing_cpu_location_is_accepted, mend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
