/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_H
#define CLOCK_H

/* Returns the seconds since some fixed point. The clock is CLOCK_MONOTONIC_RAW where it exists, as
 * NTP does not change its speed. One reading takes about 30 ns. */
double clock_seconds(void);

#endif
