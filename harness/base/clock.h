/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns what a clock of the system shows, in seconds. */
double clock_read(clockid_t clock);

/* Returns the seconds since some fixed point. The clock is CLOCK_MONOTONIC_RAW where it exists, as
 * NTP does not change its speed. One reading takes about 30 ns. */
double clock_seconds(void);

/* Waits until all earlier instructions have ended, and then reads the finest clock. The rate of its
 * ticks is constant but unknown. */
uint64_t clock_ticks(void);

#endif
