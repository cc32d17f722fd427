/* SPDX-License-Identifier: MIT
 * Canaries: two short loads of known speed, which are run before and after every sample. They
 * measure the core's clock without hardware counters, and reveal another tenant on the sibling
 * hyper-thread. Such a tenant can halve the speed, and a virtual machine's statistics do not show
 * it. It slows kernels down by different factors, so that its effect does not cancel in ratios.
 * analysis/samples.h has the rule for canaries of an undisturbed core. */
#ifndef CANARY_H
#define CANARY_H

#include "base/error.h"

struct canary {
    /* The core clock: the cycles of a chain of dependent operations, divided by its time. */
    double ghz;
    /* The operations per cycle of eight independent chains; a shared core executes fewer. */
    double ipc;
};

/* Reads a canary: runs the single chain, the eight chains, and the single chain again, in about
 * 17 us at 4 GHz. */
struct canary canary_read(void);

/* Fails with STATUS_ENVIRONMENT if the clock does not advance, runs backwards, or is too coarse to
 * time a canary. */
bool clock_check(struct error *error);

#endif
