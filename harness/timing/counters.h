/* SPDX-License-Identifier: MIT
 * Hardware counters, which Linux gives by perf_event_open(). They need kernel.perf_event_paranoid
 * to be at most 2, and the kernel's headers at build time. A virtual machine may hide them. They
 * count user code only. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "analysis/samples.h"

#include <stdbool.h>

/* Starts all counters that the calling thread can have on `cpu`, to which it is bound (-1: to no
 * CPU). If they do not fit into the core together, because another program has taken one, starts
 * only those of cycles and instructions. Returns whether cycles are counted, as without them the
 * other counters are of no use. If they are not, sets errno, which is EBUSY if the counters were
 * started but do not count. */
bool counters_open(int cpu);

/* Reads the totals so far into values[COUNTERS]; a missing counter gives NAN. Returns false if
 * there are no counters, or if they did not count all the time because other programs share
 * them. */
bool counters_read(double values[COUNTERS]);

/* Stops all counters. */
void counters_close(void);

/* Returns why cycles cannot be counted on this CPU, to which the thread is bound, and what to do
 * about it; NULL if they can be counted. */
const char *counters_missing(int cpu);

#endif
