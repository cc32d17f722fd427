/* SPDX-License-Identifier: MIT
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
#include "machine/topology.h"

#include <stdbool.h>
#include <stddef.h>

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

/* Gives the thread back the affinity that it had before any of these calls, so that child processes
 * inherit that, and frees the topology. */
void affinity_restore(void);

#endif
