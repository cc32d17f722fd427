/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_H
#define CLOCK_H

/* Returns the seconds since some fixed point, by CLOCK_MONOTONIC_RAW where it exists: NTP does
 * not slew it. One reading costs about 30 ns. */
double clock_seconds(void);

#endif
