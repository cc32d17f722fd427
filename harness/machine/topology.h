/* SPDX-License-Identifier: MIT
 * The CPUs, cores, kinds of cores and caches of this machine, by hwloc
 * (https://www.open-mpi.org/projects/hwloc). The environment variables HWLOC_* replace this machine
 * by another one. */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

struct hwloc_topology;
struct hwloc_bitmap_s;

enum core_kind {
    CORE_ANY,  /* there is one kind only, or it is unknown; in a request: the fastest allowed one */
    CORE_PERF, /* the fastest kind of a hybrid CPU */
    CORE_EFF,  /* its slowest kind */
    CORE_MIDDLE, /* a kind between the two */
    CORE_KINDS
};

extern const char *const core_kind_names[CORE_KINDS]; /* "", "perf", "eff", "middle" */

/* Returns the topology, which the first call loads in about 15 ms. Returns NULL, and the reason in
 * *problem, if there is none. */
struct hwloc_topology *topology_open(const char **problem);

/* Restricts the set to CPUs of a kind; CORE_ANY: to the fastest kind that it contains. Returns
 * NULL, or the reason why no CPU is left. */
const char *topology_restrict(struct hwloc_bitmap_s *set, enum core_kind wanted);

/* Returns the kind of a CPU's core. */
enum core_kind topology_kind_of(int cpu);

/* Returns the first CPU of the fastest kind, allowed or not; 0 without kinds. */
int topology_fastest_cpu(void);

void topology_free(void);

#endif
