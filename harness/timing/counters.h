/* SPDX-License-Identifier: MIT
 * Hardware counters, by perf_event_open() of Linux. They count user code only. They need
 * kernel.perf_event_paranoid to be at most 2, and the kernel's headers at build time. A virtual
 * machine may hide them. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "analysis/samples.h"

#include <stdbool.h>

/* Starts all counters that the calling thread can have on `cpu`, to which the thread is bound (-1:
 * it is bound to no CPU). If the core has no room for all counters, because another program has
 * taken some, starts only the counters of cycles and instructions. Returns whether cycles are
 * counted, because without cycles the other counters are of no use. If not, sets errno: EBUSY if
 * the counters were started but do not count. */
bool counters_open(int cpu);

/* Reads the totals so far into values[COUNTERS]; a missing counter gives NAN. Returns false if
 * there are no counters, or if other programs share them, so that they did not count all the
 * time. */
bool counters_read(double values[COUNTERS]);

/* Stops all counters. */
void counters_close(void);

/* Returns why cycles cannot be counted on this CPU, and what to do about it; NULL if they can be
 * counted. The thread must be bound to the CPU. */
const char *counters_missing(int cpu);

#endif
