/* SPDX-License-Identifier: MIT
 * How much of the timed core a run can have: canaries of about a second, read before it. */
#ifndef CORE_WATCH_H
#define CORE_WATCH_H

#include "base/error.h"

#include <stddef.h>

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

/* Reads canaries for PLAN_SECONDS on the thread's CPU. Errors are those of core_watch_compute(). */
bool core_watch_run(struct core_watch *watch, struct error *error);

#endif
