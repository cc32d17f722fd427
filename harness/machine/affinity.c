/* SPDX-License-Identifier: MIT */
#include "machine/affinity.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const core_kind_names[CORE_KINDS] = {"", "perf", "eff", "middle"};

static hwloc_topology_t topology;
static hwloc_bitmap_t inherited; /* the thread's mask at the first call */

hwloc_topology_t topology_open(void)
{
    if (topology)
        return topology;
    setenv("HWLOC_HIDE_ERRORS", "2", 0); /* in containers hwloc would print that /sys is missing */
    if (hwloc_topology_init(&topology) != 0)
        return topology = NULL;
    hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    /* A busy sibling disturbs samples even if this process may not run on it. */
    hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (hwloc_topology_load(topology) != 0)
        affinity_reset();
    return topology;
}

/* ---- kinds of cores ---- */

/* Returns the efficiency of a kind; -1 if kinds are not ranked. Sets *set to its CPUs unless
 * NULL. */
static int kind_info(int kind, hwloc_bitmap_t set)
{
    int efficiency = -1;
#if HWLOC_API_VERSION >= 0x30000
    hwloc_cpukinds_get_info(topology, (unsigned)kind, set, &efficiency, NULL, 0);
#else
    hwloc_cpukinds_get_info(topology, (unsigned)kind, set, &efficiency, NULL, NULL, 0);
#endif
    return efficiency;
}

/* Returns the number of kinds of cores; 0 if the kinds are not ranked. Kind 0 is the slowest. */
static int ranked_kinds(void)
{
    int kinds = topology_open() ? hwloc_cpukinds_get_nr(topology, 0) : 0;
    return kinds < 2 || kind_info(0, NULL) < 0 ? 0 : kinds;
}

static hwloc_bitmap_t new_bitmap(void)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (!set)
        exit_without_memory(sizeof set);
    return set;
}

static bool intersect_kind(hwloc_bitmap_t set, int kind)
{
    hwloc_bitmap_t of_kind = new_bitmap();
    kind_info(kind, of_kind);
    bool some = hwloc_bitmap_intersects(set, of_kind);
    if (some)
        hwloc_bitmap_and(set, set, of_kind);
    hwloc_bitmap_free(of_kind);
    return some;
}

/* Restricts the set to CPUs of a kind; for CORE_ANY, to the fastest kind that the set contains.
 * Returns NULL, or the reason why no CPU is left. */
static const char *restrict_to_kind(hwloc_bitmap_t set, enum core_kind wanted)
{
    int kinds = ranked_kinds();
    if (kinds == 0)
        return wanted == CORE_ANY ? NULL : "this machine does not distinguish kinds of cores";
    if (wanted != CORE_ANY)
        return intersect_kind(set, wanted == CORE_EFF ? 0 : kinds - 1) ? NULL : "none is allowed";
    while (kinds > 0 && !intersect_kind(set, kinds - 1))
        kinds--;
    return NULL;
}

enum core_kind topology_kind_of(int cpu)
{
    int kinds = ranked_kinds();
    hwloc_obj_t pu =
        kinds && cpu >= 0 ? hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu) : NULL;
    int kind = pu ? hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0) : -1;
    if (kind < 0)
        return CORE_ANY;
    return kind == kinds - 1 ? CORE_PERF : kind == 0 ? CORE_EFF : CORE_MIDDLE;
}

int topology_fastest_cpu(void)
{
    int kinds = ranked_kinds();
    if (kinds == 0)
        return 0;
    hwloc_bitmap_t set = new_bitmap();
    kind_info(kinds - 1, set);
    int first = hwloc_bitmap_first(set);
    hwloc_bitmap_free(set);
    return first;
}

/* ---- affinity ---- */

/* Returns NULL, or the reason why there is no topology. */
static const char *open_with_mask(void)
{
    if (inherited)
        return NULL;
    if (!topology_open())
        return "hwloc cannot read this machine's topology";
    inherited = new_bitmap();
    if (hwloc_get_cpubind(topology, inherited, HWLOC_CPUBIND_THREAD) != 0 ||
        hwloc_bitmap_iszero(inherited))
        hwloc_bitmap_copy(inherited, hwloc_topology_get_allowed_cpuset(topology));
    return NULL;
}

/* Sets *set, which the caller frees, to the CPUs to choose from. Returns NULL, or the reason why
 * there are none. */
static const char *choose_from(const struct affinity_request *request, hwloc_bitmap_t *set)
{
    static char refusal[256];
    const char *problem = open_with_mask();
    if (problem)
        return problem;
    hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology);
    *set = new_bitmap();
    hwloc_bitmap_copy(*set, allowed);
    if (request->cpu >= 0) {
        int used = snprintf(refusal, sizeof refusal, "not among the allowed: ");
        hwloc_bitmap_list_snprintf(refusal + used, sizeof refusal - (size_t)used, allowed);
        if (!hwloc_bitmap_isset(allowed, (unsigned)request->cpu))
            return refusal;
        hwloc_bitmap_only(*set, (unsigned)request->cpu);
        return NULL;
    }
    hwloc_bitmap_and(*set, *set, inherited);
    problem = restrict_to_kind(*set, request->core_kind);
    if (!problem)
        hwloc_bitmap_singlify_per_core(topology, *set, 0);
    return problem;
}

/* Lists the CPUs of the set, the last one first. Returns their number, at most `capacity`. */
static size_t list_cpus(hwloc_const_bitmap_t set, int *cpus, size_t capacity)
{
    int all = hwloc_get_nbobjs_inside_cpuset_by_type(topology, set, HWLOC_OBJ_PU);
    size_t n = 0;
    for (; n < capacity && (int)n < all; n++) {
        unsigned place = (unsigned)all - 1 - (unsigned)n;
        cpus[n] =
            (int)hwloc_get_obj_inside_cpuset_by_type(topology, set, HWLOC_OBJ_PU, place)->os_index;
    }
    return n;
}

size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity)
{
    hwloc_bitmap_t set = NULL;
    size_t n = request->off || choose_from(request, &set) ? 0 : list_cpus(set, cpus, capacity);
    hwloc_bitmap_free(set);
    return n;
}

/* Returns NULL, or the reason for failure. */
static const char *bind_to(hwloc_const_bitmap_t cpu)
{
    if (!hwloc_topology_is_thissystem(topology))
        return "the topology comes from HWLOC_* variables, not from this machine";
    if (hwloc_set_cpubind(topology, cpu, HWLOC_CPUBIND_THREAD | HWLOC_CPUBIND_STRICT) != 0)
        return errno == ENOSYS ? "this system cannot bind threads" : strerror(errno);
    const char *problem = NULL;
    hwloc_bitmap_t last = new_bitmap();
    if (hwloc_get_last_cpu_location(topology, last, HWLOC_CPUBIND_THREAD) == 0 &&
        !hwloc_bitmap_isincluded(last, cpu))
        problem = "the thread still runs on another CPU";
    hwloc_bitmap_free(last);
    return problem;
}

static void describe_pin(struct pin *pin, hwloc_obj_t pu)
{
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    static const char *const kinds[CORE_KINDS] = {"", ", fastest kind", ", slowest kind",
                                                  ", a kind between"};
    int threads = core ? hwloc_bitmap_weight(core->cpuset) : 1;
    pin->cpu = (int)pu->os_index;
    pin->pinned = true;
    pin->smt_shared = threads > 1;
    snprintf(pin->description, sizeof pin->description,
             "CPU %d, core %u of %d, %d thread%s per core%s%s", pin->cpu,
             core ? core->logical_index : pu->logical_index,
             hwloc_get_nbobjs_by_type(topology, core ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU), threads,
             plural((size_t)threads), kinds[topology_kind_of(pin->cpu)],
             hwloc_bitmap_isset(inherited, pu->os_index) ? "" : ", outside the inherited mask");
}

bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    *pin = (struct pin){.cpu = -1, .description = "not pinned"};
    if (request->off)
        return true;
    hwloc_bitmap_t set = NULL;
    int cpu;
    const char *problem = choose_from(request, &set);
    if (!problem && list_cpus(set, &cpu, 1) == 0)
        problem = "the affinity mask holds no allowed CPU";
    if (!problem) {
        hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu);
        problem = bind_to(pu->cpuset);
        if (!problem)
            describe_pin(pin, pu);
    }
    hwloc_bitmap_free(set);
    if (problem && request->cpu >= 0)
        return fail(error, STATUS_ENVIRONMENT, "cannot bind to CPU %d: %s", request->cpu, problem);
    if (problem && request->core_kind != CORE_ANY)
        return fail(error, STATUS_ENVIRONMENT, "cannot bind to a core of the %s kind: %s",
                    request->core_kind == CORE_PERF ? "fastest" : "slowest", problem);
    if (problem)
        snprintf(pin->warning, sizeof pin->warning, "not pinned to a CPU: %s", problem);
    return true;
}

int affinity_default_cpu(void)
{
    struct pin pin;
    struct error ignored;
    affinity_set(&(struct affinity_request){.cpu = -1}, &pin, &ignored);
    affinity_reset();
    return pin.cpu;
}

void affinity_reset(void)
{
    if (inherited && hwloc_topology_is_thissystem(topology) > 0)
        hwloc_set_cpubind(topology, inherited, HWLOC_CPUBIND_THREAD);
    hwloc_bitmap_free(inherited);
    if (topology)
        hwloc_topology_destroy(topology);
    topology = NULL;
    inherited = NULL;
}
