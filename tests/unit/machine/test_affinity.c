/* SPDX-License-Identifier: MIT
 * CPUs of this machine and of simulated ones, by hwloc's environment variables. Failures of the
 * library come from the linker's --wrap. */
#include "machine/affinity.h"
#include "support/folder.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>

static const struct affinity_request any = {.cpu = -1},
                                     fastest = {.cpu = -1, .core_kind = CORE_PERF},
                                     slowest = {.cpu = -1, .core_kind = CORE_EFF};
static struct pin pin;

/* ---- failures of the library ---- */

static enum { NOTHING, MASK, BIND, DENIED, PLACE, PLACE_UNKNOWN } broken;

int __real_hwloc_get_cpubind(hwloc_topology_t, hwloc_cpuset_t, int);
int __real_hwloc_set_cpubind(hwloc_topology_t, hwloc_const_cpuset_t, int);
int __real_hwloc_get_last_cpu_location(hwloc_topology_t, hwloc_cpuset_t, int);

int __wrap_hwloc_get_cpubind(hwloc_topology_t topology, hwloc_cpuset_t set, int flags)
{
    return broken == MASK ? -1 : __real_hwloc_get_cpubind(topology, set, flags);
}

int __wrap_hwloc_set_cpubind(hwloc_topology_t topology, hwloc_const_cpuset_t set, int flags)
{
    errno = broken == DENIED ? EPERM : ENOSYS; /* EPERM: as in some containers */
    return broken == BIND || broken == DENIED ? -1 : __real_hwloc_set_cpubind(topology, set, flags);
}

int __wrap_hwloc_get_last_cpu_location(hwloc_topology_t topology, hwloc_cpuset_t set, int flags)
{
    if (broken == PLACE)
        return hwloc_bitmap_only(set, 999);
    return broken == PLACE_UNKNOWN ? -1 : __real_hwloc_get_last_cpu_location(topology, set, flags);
}

/* ---- this machine ---- */

/* Uses the topology of a variable of hwloc; NULL: this machine's. */
static int use_topology(const char *variable, const char *value)
{
    static const char *const variables[] = {"HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "HWLOC_COMPONENTS",
                                            "HWLOC_THISSYSTEM"};
    affinity_reset();
    for (size_t i = 0; i < COUNT(variables); i++)
        unsetenv(variables[i]);
    return variable ? setenv(variable, value, 1) : 0;
}

static int use_this_machine(void **state)
{
    broken = NOTHING;
    return use_topology(NULL, NULL);
}

#define TEST_AND_RESTORE(test) TEST_BETWEEN(NULL, test, use_this_machine)

TEST_AND_RESTORE(pins_and_restores)
{
    int cpus[CPU_SETSIZE];
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);
    size_t n = affinity_candidates(&any, cpus, CPU_SETSIZE);
    assert_in_range(n, 1, CPU_COUNT(&before));
    assert_ok(affinity_set(&any, &pin, &error));
    assert_true(pin.pinned);
    assert_int_equal(pin.cpu, cpus[0]);
    for (size_t i = 0; i < n; i++) { /* the mask of one call does not restrict the next one */
        assert_ok(affinity_set(&(struct affinity_request){.cpu = cpus[i]}, &pin, &error));
        assert_int_equal(sched_getcpu(), cpus[i]);
        assert_int_equal(pin.cpu, cpus[i]);
        assert_string_equal(pin.warning, "");
        assert_true(pin.description[0]);
    }
    affinity_reset();
    sched_getaffinity(0, sizeof after, &after);
    assert_memory_equal(&before, &after, sizeof before);
}

/* ---- simulated machines ---- */

/* Uses a machine of two kinds of cores; `slow` CPUs, which come first, are of the first one. */
static void use_kinds(const char *synthetic, int slow, int cpus, bool ranked)
{
    hwloc_topology_t made;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    assert_int_equal(hwloc_topology_init(&made), 0);
    assert_int_equal(hwloc_topology_set_synthetic(made, synthetic), 0);
    assert_int_equal(hwloc_topology_load(made), 0);
    for (int kind = 0; kind < 2; kind++) {
        hwloc_bitmap_zero(set);
        hwloc_bitmap_set_range(set, kind ? (unsigned)slow : 0, (kind ? cpus : slow) - 1);
        assert_int_equal(hwloc_cpukinds_register(made, set, ranked ? kind : -1, 0, NULL, 0), 0);
    }
    assert_int_equal(hwloc_topology_export_xml(made, "machine.xml", 0), 0);
    hwloc_bitmap_free(set);
    hwloc_topology_destroy(made);
    use_topology("HWLOC_XMLFILE", "machine.xml");
}

static void expect_candidates(const struct affinity_request *request, const int *expected, size_t n)
{
    int cpus[16];
    assert_int_equal(affinity_candidates(request, cpus, 16), n);
    assert_memory_equal(cpus, expected, n * sizeof *cpus);
}

static void expect_failure(struct affinity_request request, const char *text)
{
    assert_fails(affinity_set(&request, &pin, &error), STATUS_ENVIRONMENT, text);
    assert_false(pin.pinned);
}

/* A simulated machine does not pin. The last CPU of one thread per core comes first. */
TEST_AND_RESTORE(candidates_are_cores_from_the_last)
{
    use_topology("HWLOC_SYNTHETIC", "node:1 core:4 pu:2");
    expect_candidates(&any, (int[]){6, 4, 2, 0}, 4);
    expect_candidates(&(struct affinity_request){.cpu = 5}, (int[]){5}, 1);
    expect_candidates(&(struct affinity_request){.cpu = 8}, NULL, 0);
    assert_ok(affinity_set(&any, &pin, &error));
    assert_false(pin.pinned);
    assert_int_equal(pin.cpu, -1);
    HAS(pin.warning, "HWLOC_");
    expect_failure((struct affinity_request){.cpu = 6}, "HWLOC_");
    expect_failure((struct affinity_request){.cpu = 99}, "not among the allowed: 0-7");
    expect_failure(slowest, "kinds of cores");
    use_topology("HWLOC_SYNTHETIC", "pu:3"); /* without cores */
    expect_candidates(&any, (int[]){2, 1, 0}, 3);
}

/* Two small cores, then four others, with two threads each. */
TEST_AND_RESTORE(kinds_of_cores_are_chosen)
{
    use_kinds("core:6 pu:2", 4, 12, true);
    expect_candidates(&any, (int[]){10, 8, 6, 4}, 4);
    expect_candidates(&fastest, (int[]){10, 8, 6, 4}, 4);
    expect_candidates(&slowest, (int[]){2, 0}, 2);
}

TEST_AND_RESTORE(broken_topology_file_is_a_warning)
{
    use_topology("HWLOC_XMLFILE", "/dev/null");
    setenv("HWLOC_COMPONENTS", "xml,stop", 1);
    assert_ok(affinity_set(&any, &pin, &error));
    assert_false(pin.pinned);
    assert_true(pin.warning[0]);
}

/* ---- simulated machines on which threads can be pinned ---- */

/* Lets the simulated machine be this one, which must have CPUs 0 and 1. */
static void simulate_here(void)
{
    cpu_set_t allowed;
    setenv("HWLOC_THISSYSTEM", "1", 1);
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (!CPU_ISSET(0, &allowed) || !CPU_ISSET(1, &allowed))
        SKIP("fewer than 2 CPUs: 0 and 1 are not both allowed");
}

static void expect_bound(struct affinity_request request, enum core_kind kind,
                         const char *description)
{
    assert_ok(affinity_set(&request, &pin, &error));
    assert_true(pin.pinned);
    assert_int_equal(pin.cpu, sched_getcpu());
    assert_int_equal(topology_kind_of(pin.cpu), kind);
    assert_int_equal(pin.smt_shared, strstr(description, "2 threads") != NULL);
    assert_string_equal(pin.description, description);
}

TEST_AND_RESTORE(cores_and_threads_are_described)
{
    static const char *const machines[][2] = {
        {"core:1 pu:2", "CPU 0, core 0 of 1, 2 threads per core"},
        {"core:2 pu:1", "CPU 1, core 1 of 2, 1 thread per core"},
        {"pu:2", "CPU 1, core 1 of 2, 1 thread per core"},
    };
    for (size_t i = 0; i < COUNT(machines); i++) {
        use_topology("HWLOC_SYNTHETIC", machines[i][0]);
        simulate_here();
        expect_bound(any, CORE_ANY, machines[i][1]);
    }
}

TEST_AND_RESTORE(kinds_are_described)
{
#define FAST_ONE "CPU 1, core 1 of 2, 1 thread per core, fastest kind"
#define SLOW_ONE "CPU 0, core 0 of 2, 1 thread per core, slowest kind"
    cpu_set_t before, slow;
    use_kinds("core:2 pu:1", 1, 2, true);
    simulate_here();
    expect_bound(any, CORE_PERF, FAST_ONE);
    expect_bound(fastest, CORE_PERF, FAST_ONE);
    expect_bound(slowest, CORE_EFF, SLOW_ONE);
    affinity_reset();
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&slow);
    CPU_SET(0, &slow);
    sched_setaffinity(0, sizeof slow, &slow); /* only the slowest kind is allowed */
    expect_bound(any, CORE_EFF, SLOW_ONE);
    expect_candidates(&any, (int[]){0}, 1);
    expect_failure(fastest, "cannot bind to a core of the fastest kind: none is allowed");
    expect_bound((struct affinity_request){.cpu = 1}, CORE_PERF,
                 FAST_ONE ", outside the inherited mask");
    affinity_reset();
    sched_setaffinity(0, sizeof before, &before);
}

TEST_AND_RESTORE(unranked_kinds_are_ignored)
{
    use_kinds("core:2 pu:1", 1, 2, false);
    simulate_here();
    expect_bound(any, CORE_ANY, "CPU 1, core 1 of 2, 1 thread per core");
    expect_failure(slowest, "kinds of cores");
}

TEST_AND_RESTORE(library_failure_is_a_warning_or_an_error)
{
    static const char *const texts[] = {
        [MASK] = NULL, /* all allowed CPUs are taken */
        [BIND] = "this system cannot bind threads",
        [DENIED] = "Operation not permitted",
        [PLACE] = "the thread still runs on another CPU",
        [PLACE_UNKNOWN] = NULL,
    };
    int cpu = sched_getcpu();
    for (broken = MASK; broken <= PLACE_UNKNOWN; broken++) {
        const char *text = texts[broken];
        char expected[128] = "";
        affinity_reset();
        assert_ok(affinity_set(&any, &pin, &error));
        assert_int_equal(pin.pinned, !text);
        if (text)
            snprintf(expected, sizeof expected, "not pinned to a CPU: %s", text);
        assert_string_equal(pin.warning, expected);
        if (text)
            expect_failure((struct affinity_request){.cpu = cpu}, text);
    }
}

RUN_TESTS(enter_folder, remove_folder)
