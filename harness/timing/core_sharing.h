/* SPDX-License-Identifier: MIT
 * Finds logical CPUs that share a core although the system reports two. Virtual machines often show each hardware
 * thread as a core of its own, or let their CPUs float over the threads of the host. */
#ifndef CORE_SHARING_H
#define CORE_SHARING_H

#include "base/error.h"

/* CPUs have separate cores if, of the time at full width beside an idle CPU, this part remains beside a working one.
 * Virtual CPUs that floated over the hardware threads of a Zen 3 kept a third; separate cores keep all but noise. */
#define SEPARATE_CORES 0.75

struct core_sharing {
    int cpu, other;
    double alone;    /* share of canaries on `cpu` at full width while `other` idles; 0..1 */
    double together; /* the same while `other` works                                       */
};

/* Alternates both states every few milliseconds, so that a hidden neighbour disturbs both alike. Takes half a second,
 * in a child process. Errors are STATUS_ENVIRONMENT. */
bool core_sharing_measure(int cpu, int other, struct core_sharing *sharing, struct error *error);

/* Returns whether the other CPU's work leaves the core whole. */
bool core_sharing_separate(const struct core_sharing *sharing);

/* Writes "CPU 0 and 1 share a core most of the time" or the like; returns text. */
const char *core_sharing_text(const struct core_sharing *sharing, char text[static 64]);

#endif
