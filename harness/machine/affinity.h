/* SPDX-License-Identifier: MIT
 * The CPUs, cores and kinds of cores of this machine, as hwloc finds them
 * (https://www.open-mpi.org/projects/hwloc), and the pinning of the calling thread to one CPU, so
 * that it neither migrates nor changes to another kind of core.
 *
 * A CPU is a hardware thread, and has the number that the operating system gives it. The choice is
 * among the CPUs that the system allows (cpusets, containers) and that the inherited affinity mask
 * contains (taskset, batch systems). A CPU that the user names may be outside that mask, as
 * isolated CPUs are.
 *
 * Failing to pin is an error only if the user requested a CPU or a kind of core. Otherwise `pinned`
 * is false and `warning` has the reason. If a variable HWLOC_* describes another machine
 * (HWLOC_XMLFILE, HWLOC_SYNTHETIC, HWLOC_FSROOT), a CPU of that machine may be chosen, but the
 * thread is never pinned. */
#ifndef AFFINITY_H
#define AFFINITY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- cores ---- */

enum core_kind {
    CORE_ANY,  /* there is one kind only, or it is unknown; in a request: the fastest allowed one */
    CORE_PERF, /* the fastest kind of a hybrid CPU */
    CORE_EFF,  /* the slowest kind of a hybrid CPU */
    CORE_MIDDLE, /* a kind between these two */
    CORE_KINDS
};

extern const char *const core_kind_names[CORE_KINDS]; /* "", "perf", "eff", "middle" */

/* Returns the topology; NULL if there is none. The first call loads it, which takes about 15 ms;
 * affinity_reset() frees it. */
struct hwloc_topology *topology_open(void);

/* Returns the kind of a CPU's core. */
enum core_kind topology_kind_of(int cpu);

/* Returns the first CPU of the fastest kind, whether or not this process may use it; 0 if all CPUs
 * are of one kind. */
int topology_fastest_cpu(void);

/* ---- affinity ---- */

struct affinity_request {
    int cpu;                  /* -1: choose one */
    enum core_kind core_kind; /* used if cpu is -1 */
    bool off;                 /* do not pin */
};

struct pin {
    int cpu; /* -1: not pinned */
    bool pinned;
    bool smt_shared;       /* other hardware threads of the same core are online */
    char description[128]; /* one line for the record: "CPU 3, core 3 of 4, 1 thread per core" */
    char warning[192];     /* one line with the reason if it is not pinned, or "" */
};

/* Lists the CPUs to choose from, one per core. The last CPU comes first, because systems assign
 * work and interrupts to the first CPUs. Returns their number, at most `capacity`; 0 if no CPU can
 * be chosen or the CPUs are unknown. */
size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity);

/* Pins the thread. Fails with STATUS_ENVIRONMENT if the requested CPU or kind is unavailable. May
 * be called again for another CPU. */
bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Returns the CPU to which affinity_set() binds the thread if the request names neither a CPU nor a
 * kind; -1 if it binds to none. Leaves the thread unbound. */
int affinity_default_cpu(void);

/* Undoes all calls of affinity_set(): the thread has the affinity that it had before, and its child
 * processes inherit this. Frees the topology. */
void affinity_reset(void);

#endif
