/* SPDX-License-Identifier: MIT
 * The CPUs of a run: the timed one, and those of co-runners, which have cores of their own. */
#ifndef CORES_H
#define CORES_H

#include "machine/affinity.h"
#include "machine/machine.h"
#include "timing/core_watch.h"
#include "timing/corunners.h"

struct cores {
    int cpu; /* -1: not bound */
    int corunners[MAX_CORUNNERS];
    size_t corunner_count;
    struct core_watch watch; /* of the timed CPU */
    /* "CPU 0 and 1 share a core", of the first CPU that cannot be a co-runner's; "": none. */
    char shared[64];
};

/* Binds the thread to the requested CPU, or to the quietest of the first candidates. Errors are
 * those of affinity_set(). */
bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Finds up to `wanted` CPUs whose work leaves the timed CPU its full speed, whatever topology the
 * system reports. Takes half a second per CPU. Records the measurement in *machine. Watches the
 * timed CPU, to which the thread is bound. Errors are those of core_sharing_measure() and
 * core_watch_run(). */
bool cores_find(const struct pin *pin, size_t wanted, struct cores *cores, struct machine *machine,
                struct error *error);

#endif
