/* SPDX-License-Identifier: MIT
 * Canaries: two short known loads before and after every sample. They measure the core's clock
 * without hardware counters, and reveal a co-tenant on the sibling hyper-thread. Such a co-tenant
 * can halve the speed without a trace in a guest's statistics. The slowdown differs between
 * kernels, so it does not cancel in ratios. Which canaries show an undisturbed core:
 * analysis/samples.h. */
#ifndef CANARY_H
#define CANARY_H

#include "base/error.h"

struct canary {
    /* Core clock, from a chain of dependent one-cycle operations and the wall clock. */
    double ghz;
    /* Operations per cycle of eight independent chains; lower on a shared core. */
    double ipc;
};

/* Runs both loads, the chain twice: about 17 us at 4 GHz. */
struct canary canary_read(void);

/* Fails with STATUS_ENVIRONMENT if the clock does not advance, runs backwards, or ticks less often
 * than canaries are read. */
bool clock_check(struct error *error);

#endif
