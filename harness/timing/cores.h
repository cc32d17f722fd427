/* SPDX-License-Identifier: MIT
 * The CPUs of a run, and whether they share cores. */
#ifndef CORES_H
#define CORES_H

#include "base/error.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "timing/corunners.h"

/* ---- the watch of a core ---- */

/* How much of the timed core a run can have: canaries of about a second, read before it. */
struct core_watch {
    double reference_ipc; /* canary operations per cycle of the undisturbed core */
    double undisturbed;   /* share of the time; 0 to 1                           */
    /* Samples per time, as a share of those on a quiet core: less than the share of the time, as
     * each pause costs a warm-up, and may be too short for a sample. */
    double speed;
};

/* A canary of the watch. */
struct watched_canary {
    double start, end; /* seconds */
    double ipc;
};

/* Computes the state of the core from n consecutive canaries. All is 0 if n is 0. Fails with
 * STATUS_ENVIRONMENT if all canaries are equal, so that no clock was read. */
bool core_watch_compute(const struct watched_canary *canaries, size_t n, struct core_watch *watch,
                        struct error *error);

/* Reads canaries for these seconds, PLAN_SECONDS at most, on the thread's CPU. Errors are those of
 * core_watch_compute(). */
bool core_watch_run(double seconds, struct core_watch *watch, struct error *error);

/* ---- CPUs that share a core ---- */

/* Finds logical CPUs that share a core although the system reports two. Virtual machines often show
 * each hardware thread as a core of its own, or let their CPUs float over the threads of the
 * host. */

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

/* Writes "CPU 0 and 1 share a core", or that they have separate ones. Returns text. */
const char *core_sharing_text(const struct core_sharing *sharing, char text[static 64]);

/* ---- the CPUs of a run ---- */

/* The timed CPU, and those of co-runners, which have cores of their own. */
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
 * timed CPU, to which the thread is bound, for a run of these seconds. Errors are those of
 * core_sharing_measure() and core_watch_run(). */
bool cores_find(const struct pin *pin, size_t wanted, double seconds, struct cores *cores,
                struct machine *machine, struct error *error);

#endif
