/* SPDX-License-Identifier: MIT
 * Uses hwloc (https://www.open-mpi.org/projects/hwloc) for cores and cpusets. */
#include "machine/affinity.h"
#include "base/text.h"

#include <errno.h>
#include <hwloc.h>
#include <stdio.h>
#include <string.h>

static hwloc_topology_t topology;
static hwloc_bitmap_t inherited; /* the thread's mask at the first call */

/* Returns NULL, or the reason why there is no topology. */
static const char *open_topology(void)
{
    const char *problem;
    if (inherited)
        return NULL;
    topology = topology_open(&problem);
    inherited = topology ? hwloc_bitmap_alloc() : NULL;
    if (inherited && (hwloc_get_cpubind(topology, inherited, HWLOC_CPUBIND_THREAD) != 0 ||
                      hwloc_bitmap_iszero(inherited)))
        hwloc_bitmap_copy(inherited, hwloc_topology_get_allowed_cpuset(topology));
    return inherited ? NULL : problem ? problem : strerror(ENOMEM);
}

/* Sets *set, which the caller frees, to the CPUs to choose from. Returns NULL, or the reason why
 * there are none. */
static const char *choose_from(const struct affinity_request *request, hwloc_bitmap_t *set)
{
    static char refusal[256];
    hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology);
    *set = hwloc_bitmap_dup(allowed);
    if (!*set)
        return strerror(ENOMEM);
    if (request->cpu >= 0) {
        int used = snprintf(refusal, sizeof refusal, "not among the allowed: ");
        hwloc_bitmap_list_snprintf(refusal + used, sizeof refusal - (size_t)used, allowed);
        if (!hwloc_bitmap_isset(allowed, (unsigned)request->cpu))
            return refusal;
        hwloc_bitmap_only(*set, (unsigned)request->cpu);
        return NULL;
    }
    hwloc_bitmap_and(*set, *set, inherited);
    const char *problem = topology_restrict(*set, request->core_kind);
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
    size_t n = 0;
    if (!request->off && !open_topology() && !choose_from(request, &set))
        n = list_cpus(set, cpus, capacity);
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
    hwloc_bitmap_t last = hwloc_bitmap_alloc();
    if (last && hwloc_get_last_cpu_location(topology, last, HWLOC_CPUBIND_THREAD) == 0 &&
        !hwloc_bitmap_isincluded(last, cpu))
        problem = "the thread still runs on another CPU";
    hwloc_bitmap_free(last);
    return problem;
}

static void describe(struct pin *pin, hwloc_obj_t pu)
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
    const char *problem = open_topology();
    if (!problem)
        problem = choose_from(request, &set);
    if (!problem && list_cpus(set, &cpu, 1) == 0)
        problem = "the affinity mask holds no allowed CPU";
    if (!problem) {
        hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu);
        problem = bind_to(pu->cpuset);
        if (!problem)
            describe(pin, pu);
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
    affinity_restore();
    return pin.cpu;
}

void affinity_restore(void)
{
    if (topology && inherited && hwloc_topology_is_thissystem(topology) > 0)
        hwloc_set_cpubind(topology, inherited, HWLOC_CPUBIND_THREAD);
    hwloc_bitmap_free(inherited);
    topology_free();
    topology = NULL;
    inherited = NULL;
}
