/* SPDX-License-Identifier: MIT
 * Finds logical CPUs that share a core although the system reports two. Virtual machines often show
 * each hardware thread as a core of its own, or let their CPUs float over the threads of the
 * host. */
#ifndef CORE_SHARING_H
#define CORE_SHARING_H

#include "base/error.h"

struct core_sharing {
    int cpu, other;
    /* Shares of undisturbed canaries on `cpu`, 0 to 1, while the other one idles and works. */
    double alone, together;
};

/* Measures both shares. Alternates both states every few milliseconds, so that co-tenants disturb
 * them alike. Takes half a second, in a child process. Errors are those of run_in_child(). */
bool core_sharing_measure(int cpu, int other, struct core_sharing *sharing, struct error *error);

/* Returns whether the work of the other CPU leaves the core's full speed. */
bool core_sharing_separate(const struct core_sharing *sharing);

/* Writes "CPU 0 and 1 share a core most of the time" or the like. Returns text. */
const char *core_sharing_text(const struct core_sharing *sharing, char text[static 64]);

#endif
