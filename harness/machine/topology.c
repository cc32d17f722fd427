/* SPDX-License-Identifier: MIT */
#include "machine/topology.h"

#include <hwloc.h>
#include <stdbool.h>
#include <stdlib.h>

const char *const core_kind_names[CORE_KINDS] = {"", "perf", "eff", "middle"};

static hwloc_topology_t topology;

hwloc_topology_t topology_open(const char **problem)
{
    *problem = NULL;
    if (topology)
        return topology;
    setenv("HWLOC_HIDE_ERRORS", "2", 0); /* it would print that /sys is missing, in containers */
    if (hwloc_topology_init(&topology) != 0) {
        topology = NULL;
        *problem = "hwloc cannot start";
        return NULL;
    }
    hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    /* A busy sibling disturbs samples even if this process may not run on it. */
    hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (hwloc_topology_load(topology) != 0) {
        topology_free();
        *problem = "hwloc cannot read this machine's topology";
    }
    return topology;
}

void topology_free(void)
{
    if (topology)
        hwloc_topology_destroy(topology);
    topology = NULL;
}

/* ---- kinds of cores ---- */

/* Reads the efficiency of a kind, -1 if kinds are not ranked, and its CPUs unless `set` is NULL. */
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

/* Returns the number of kinds, ranked from the slowest, 0. Returns 0 if they are not ranked. */
static int ranked_kinds(void)
{
    const char *problem;
    int kinds = topology_open(&problem) ? hwloc_cpukinds_get_nr(topology, 0) : 0;
    return kinds < 2 || kind_info(0, NULL) < 0 ? 0 : kinds;
}

static bool intersect_kind(hwloc_bitmap_t set, int kind)
{
    hwloc_bitmap_t of_kind = hwloc_bitmap_alloc();
    kind_info(kind, of_kind);
    bool some = hwloc_bitmap_intersects(set, of_kind);
    if (some)
        hwloc_bitmap_and(set, set, of_kind);
    hwloc_bitmap_free(of_kind);
    return some;
}

const char *topology_restrict(hwloc_bitmap_t set, enum core_kind wanted)
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
    int kinds = ranked_kinds(), first = 0;
    hwloc_bitmap_t set = kinds ? hwloc_bitmap_alloc() : NULL;
    if (set) {
        kind_info(kinds - 1, set);
        first = hwloc_bitmap_first(set);
    }
    hwloc_bitmap_free(set);
    return first;
}
