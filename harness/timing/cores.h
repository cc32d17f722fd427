/* SPDX-License-Identifier: MIT
 * The CPUs of a run, and whether they share cores. */
#ifndef CORES_H
#define CORES_H

#include "base/error.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "timing/corunners.h"

/* ---- the watch of a core ---- */

/* How much of the timed core a run can use, as a second of canaries before the run shows. */
struct core_watch {
    double reference_ipc;     /* canary operations per cycle of the undisturbed core */
    double undisturbed_share; /* of the time; 0 to 1                                 */
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
    /* "CPU 0 and 1 share a core": the timed CPU and the first CPU found that shares its core; "" if
     * none does. */
    char shared[64];
};

/* Binds the thread to the requested CPU or, if none was requested, to the quietest of the first
 * affinity_candidates(). Errors are those of affinity_set(). */
bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Prepares the CPUs of a run. The timed CPU is the one to which the thread is bound.
 *   - Watches the timed CPU for `seconds`, within MIN_WATCH_SECONDS and MAX_WATCH_SECONDS.
 *   - Finds up to `wanted` CPUs that leave the timed CPU its full speed when they work. Measures
 *     each CPU for half a second, because the topology that the system reports may be false.
 *   - Records in *machine whether CPUs share a core.
 * Errors are those of run_in_child(), and STATUS_ENVIRONMENT if a co-runner cannot run, or if all
 * canaries are equal because the clock is too coarse. */
bool cores_find(const struct pin *pin, size_t wanted, double seconds, struct cores *cores,
                struct machine *machine, struct error *error);

#endif
