/* SPDX-License-Identifier: MIT
 * Plays CPUs that share a core, by canaries that see it. Linked in by --wrap, for the unit test
 * and for a bench binary. */
#ifndef SHARED_CORES_H
#define SHARED_CORES_H

/* How many of a hundred canaries are at half width while other threads work; the program reads
 * it from SHARED_CORES. */
extern int shared_percent;

#endif
