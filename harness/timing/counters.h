/* SPDX-License-Identifier: MIT
 * Hardware counters by Linux' perf_event_open(), where the CPU has them and the system lets us read them:
 * kernel.perf_event_paranoid at most 2, no virtual machine that hides them. Only user code is counted. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "analysis/sample.h"

#include <stdbool.h>

extern const char *const counter_names[COUNTERS];

/* For the calling thread. Opens what there is, counts from then on. True if cycles are counted: the least
 * that is of use. CACHE_MISSES are those of the last level. */
bool counters_open(void);

/* Totals so far into values[COUNTERS]; NAN for a counter that is not there. False without counters,
 * and where they did not count all the time, since the CPU has too few for all who ask. */
bool counters_read(double values[COUNTERS]);

void counters_close(void);

#endif
