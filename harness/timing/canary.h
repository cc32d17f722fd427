/* SPDX-License-Identifier: MIT
 * Two short known loads beside every sample. They tell the core's clock without hardware counters,
 * and whether somebody else shares the core: a hidden neighbour halves a sample's speed without any
 * trace in the guest's own statistics, by another factor for each kernel, so that it does not
 * cancel in ratios. */
#ifndef CANARY_H
#define CANARY_H

#include "base/error.h"

enum { CANARY_CHAINS = 8 }; /* that run side by side: no core can do more operations a cycle */

struct canary {
    double ghz; /* core clock: a chain of dependent one-cycle operations against the wall clock */
    double
        ipc; /* operations per cycle of eight independent chains: falls when the core is shared */
};

/* Takes about 6 microseconds for the first, and 12 for the other, at 4 GHz. */
struct canary canary_read(void);

/* Fails with STATUS_ENVIRONMENT if the clock stands still, runs backwards, or ticks less often than canaries are read. */
bool clock_check(struct error *error);

#endif
