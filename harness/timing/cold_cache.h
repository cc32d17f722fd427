/* SPDX-License-Identifier: MIT
 * Cold caches: memory traffic, as of an engine between two positions, evicts the tables. */
#ifndef COLD_CACHE_H
#define COLD_CACHE_H

#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

/* Allocates a working set of `kib` KiB. */
void cold_cache_reserve(unsigned kib);

/* Reads 32 random rows of 1 KiB of a working set of `kib` KiB, as the evaluation by a neural
 * network does between two positions. Reads all of a smaller set. */
void cold_cache_read(unsigned kib);

/* Draws the rows that are read, and where the working set lies in physical memory, as
 * pages_scatter() does. A process calls it before cold_cache_reserve(). */
void cold_cache_draw(struct random random);

/* Gives a fork, one of several, memory and rows of its own. */
void cold_cache_unshare(size_t fork);

/* Brings memory into the caches that a burst finds warm. */
void cold_cache_touch(const void *from, size_t bytes);

/* Returns the sum of the bytes that cold_cache_read() and cold_cache_touch() have read: the first
 * of each cache line and the last of each range. */
uint64_t cold_cache_sum(void);

/* Waits for all earlier instructions, and reads the finest clock. Its ticks have a constant,
 * unknown rate. */
uint64_t cold_cache_ticks(void);

#endif
