/* SPDX-License-Identifier: MIT
 * Binds the calling thread to one CPU, so that it neither moves nor meets another kind of core.
 *
 * Two files do it: affinity.c, where there is hwloc (>= 2.5), and affinity_plain.c, which has only
 * Linux' sched_setaffinity(). A CPU is a hardware thread and named by the operating system's
 * number. The choice is among those that the system allows (cpusets, containers) and the inherited
 * affinity mask (taskset, batch systems) holds; an explicit number may lie outside that mask, as
 * isolated CPUs do.
 *
 * Where binding fails though nobody asked for a CPU by number or kind, that is no error:
 * `pinned` stays false and `warning` says why. A topology that is not this system's
 * (HWLOC_XMLFILE, HWLOC_SYNTHETIC, HWLOC_FSROOT) may be looked at, but no thread is ever said to
 * be bound by it. */
#ifndef AFFINITY_H
#define AFFINITY_H

#include "base/error.h"

#include <stddef.h>

enum core_kind {
    CORE_ANY,  /* request: the fastest kind that is allowed; answer: one kind only, or not known */
    CORE_PERF, /* the fastest kind of a hybrid CPU */
    CORE_EFF,  /* its slowest kind                 */
};

struct affinity_request {
    int cpu;                  /* -1: choose          */
    enum core_kind core_kind; /* if cpu is -1        */
    bool off;                 /* leave it as it is   */
};

struct pin {
    int cpu; /* -1: not pinned */
    bool pinned;
    bool smt_shared; /* other hardware threads of the same core are online */
    enum core_kind core_kind;
    char how[128];     /* what was done, one line for the record            */
    char warning[192]; /* "" or one line: why it is not pinned              */
};

/* The CPUs to choose from, one per core, the best guess first; their number, at most `capacity`.
 * 0: none, or not known. */
size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity);

/* Fails with STATUS_ENVIRONMENT if the CPU or the kind that was asked for cannot be had; the text
 * names the allowed CPUs. May be called again, for another CPU. */
bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Gives the calling thread the affinity back that it had at the first call, which child processes
 * would else inherit, and frees the topology. */
void affinity_restore(void);

#endif
