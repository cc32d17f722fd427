/* SPDX-License-Identifier: MIT
 * The CPUs, cores and kinds of cores of this machine, by hwloc
 * (https://www.open-mpi.org/projects/hwloc). The environment variables HWLOC_* replace this machine
 * by another one.
 *
 * Pins the calling thread to one CPU, so that it neither migrates nor changes to another kind of
 * core.
 *
 * A CPU is a hardware thread, identified by the operating system's number. A CPU is chosen from
 * those that the system allows (cpusets, containers) and that are in the inherited affinity mask
 * (taskset, batch systems). An explicit number may be outside that mask, as isolated CPUs are.
 *
 * A failure to pin is an error only if a CPU or a kind was requested. Otherwise `pinned` is
 * false and `warning` has the reason. A topology of another system (HWLOC_XMLFILE,
 * HWLOC_SYNTHETIC, HWLOC_FSROOT) may be used for a choice, but never to pin. */
#ifndef AFFINITY_H
#define AFFINITY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- cores ---- */

enum core_kind {
    CORE_ANY,  /* there is one kind only, or it is unknown; in a request: the fastest allowed one */
    CORE_PERF, /* the fastest kind of a hybrid CPU */
    CORE_EFF,  /* its slowest kind */
    CORE_MIDDLE, /* a kind between the two */
    CORE_KINDS
};

extern const char *const core_kind_names[CORE_KINDS]; /* "", "perf", "eff", "middle" */

/* Returns the topology, which the first call loads in about 15 ms; NULL if there is none.
 * affinity_reset() frees it. */
struct hwloc_topology *topology_open(void);

/* Returns the kind of a CPU's core. */
enum core_kind topology_kind_of(int cpu);

/* Returns the first CPU of the fastest kind, allowed or not; 0 without kinds. */
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
 * work and interrupts from the front. Returns their number, at most `capacity`; 0: none, or
 * unknown. */
size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity);

/* Pins the thread. Fails with STATUS_ENVIRONMENT if the requested CPU or kind is unavailable;
 * the text lists the allowed CPUs. May be called again, for another CPU. */
bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Returns the CPU to which affinity_set() would bind the thread for a request that names neither a
 * CPU nor a kind; -1: to none. Does not bind it. */
int affinity_default_cpu(void);

/* Undoes all of these calls: gives the thread back the affinity that it had before them, so that
 * child processes inherit that, and frees the topology. */
void affinity_reset(void);

#endif
