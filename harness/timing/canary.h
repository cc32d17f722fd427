/* SPDX-License-Identifier: MIT
 * Canaries: two short loads of known speed, which are run before and after every sample. They
 * measure the core's clock without hardware counters, and reveal a co-tenant on the sibling
 * hyper-thread. Such a co-tenant can halve the speed without leaving a trace in the statistics of a
 * guest. As it slows kernels down by different factors, it does not cancel in ratios.
 * analysis/samples.h has the rule for canaries of an undisturbed core. */
#ifndef CANARY_H
#define CANARY_H

#include "base/error.h"

struct canary {
    /* The core clock, from a chain of dependent operations of one cycle, and the wall clock. */
    double ghz;
    /* The operations per cycle of eight independent chains, which are fewer on a shared core. */
    double ipc;
};

/* Runs both loads, the single chain twice, which takes about 17 us at 4 GHz. */
struct canary canary_read(void);

/* Fails with STATUS_ENVIRONMENT if the clock does not advance, runs backwards, or is too coarse to
 * time a canary. */
bool clock_check(struct error *error);

#endif
