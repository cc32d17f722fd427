/* SPDX-License-Identifier: MIT
 * Hardware counters by Linux' perf_event_open(). They need kernel.perf_event_paranoid of at most 2,
 * and the kernel's headers at build time. A virtual machine may hide them. Only user code is
 * counted. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "analysis/samples.h"

#include <stdbool.h>

/* Starts all counters that the calling thread can have on `cpu`, to which it is bound (-1: to no
 * CPU). If another program has taken one, so that they do not fit into the core together, starts
 * only cycles and instructions. Returns whether cycles are counted, without which the other
 * counters are of no use. If not, sets errno, to EBUSY if the counters were started and do not
 * count. */
bool counters_open(int cpu);

/* Reads the totals so far into values[COUNTERS]; NAN for a counter that is missing. Returns false
 * without counters, and if they did not count all the time because programs share them. */
bool counters_read(double values[COUNTERS]);

/* Stops all counters. */
void counters_close(void);

/* Returns why cycles cannot be counted on this CPU, to which the thread is bound, and what helps;
 * NULL if they can. */
const char *counters_missing(int cpu);

#endif
