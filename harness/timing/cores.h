/* SPDX-License-Identifier: MIT
 * The CPUs of a run, and whether they share cores. */
#ifndef CORES_H
#define CORES_H

#include "base/error.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "timing/corunners.h"

/* ---- the watch of a core ---- */

/* How much of the timed core is free for a run: measured by a second of canaries before it. */
struct core_watch {
    double reference_ipc;     /* canary operations per cycle of the undisturbed core */
    double undisturbed_share; /* of the time; 0 to 1                            */
    /* How fast samples can be taken, as a share of the pace on a quiet core. It is less than the
     * undisturbed share of the time: a warm-up follows each disturbance, and the rest of the time
     * until the next disturbance may be too short for a sample. */
    double speed;
};

/* ---- the CPUs of a run ---- */

/* The timed CPU and the CPUs of co-runners, each with a core of its own. */
struct cores {
    int cpu; /* -1: not bound */
    int corunners[MAX_CORUNNERS];
    size_t corunner_count;
    struct core_watch watch; /* of the timed CPU */
    /* "CPU 0 and 1 share a core", about the first CPU that shares the core of the timed CPU; "" if
     * none does. */
    char shared[64];
};

/* Binds the thread to the requested CPU or, if none was requested, to the quietest of the first
 * affinity_candidates(). Errors are those of affinity_set(). */
bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Prepares the CPUs of a run, whose timed CPU is the one to which the thread is bound:
 *   - watches the timed CPU for so many seconds, but at most for MAX_WATCH_SECONDS;
 *   - finds up to `wanted` CPUs that leave the timed CPU its full speed when they work. It measures
 *     this, half a second per CPU, because the system may report a topology that is not true;
 *   - records the measurement in *machine.
 * Errors are those of run_in_child(), and STATUS_ENVIRONMENT if all canaries are equal, which means
 * that no clock was read. */
bool cores_find(const struct pin *pin, size_t wanted, double seconds, struct cores *cores,
                struct machine *machine, struct error *error);

#endif
