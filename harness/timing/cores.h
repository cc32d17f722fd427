/* SPDX-License-Identifier: MIT
 * The CPUs of a run, and whether they share cores. */
#ifndef CORES_H
#define CORES_H

#include "base/error.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "timing/corunners.h"

/* ---- the watch of a core ---- */

/* How much of the timed core a run can have, from canaries that are read for a second before it. */
struct core_watch {
    double reference_ipc;     /* canary operations per cycle of the undisturbed core */
    double undisturbed_share; /* of the time; 0 to 1                            */
    /* How fast samples can be taken, as a share of the pace on a quiet core. That is less than the
     * undisturbed share of the time: after each disturbance comes a warm-up, and what is left until
     * the next one may be too short for a sample. */
    double speed;
};

/* ---- the CPUs of a run ---- */

/* The timed CPU and the CPUs of co-runners, each with a core of its own. */
struct cores {
    int cpu; /* -1: not bound */
    int corunners[MAX_CORUNNERS];
    size_t corunner_count;
    struct core_watch watch; /* of the timed CPU */
    /* "CPU 0 and 1 share a core", about the first CPU that shares the timed CPU's core; "": none
     * does. */
    char shared[64];
};

/* Binds the thread to the requested CPU, or to the quietest of the first candidates. Errors are
 * those of affinity_set(). */
bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Finds up to `wanted` CPUs whose work leaves the timed CPU its full speed. This is measured, as
 * the system may report another topology. Takes half a second per CPU. Records the measurement in *machine. Also watches
 * the timed CPU, to which the thread is bound, for so many seconds, PLAN_SECONDS at most.
 * Errors are those of run_in_child(), and STATUS_ENVIRONMENT if all canaries are equal, which means
 * that no clock was read. */
bool cores_find(const struct pin *pin, size_t wanted, double seconds, struct cores *cores,
                struct machine *machine, struct error *error);

#endif
