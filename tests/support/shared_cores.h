/* SPDX-License-Identifier: MIT
 * Simulates CPUs that share a core, by canaries that report it. Linked by --wrap into the unit
 * test and into a bench binary. */
#ifndef SHARED_CORES_H
#define SHARED_CORES_H

/* Percentage of canaries with half the IPC while other threads run. The bench binary reads it
 * from the environment variable SHARED_CORES. */
extern int shared_percent;

#endif
