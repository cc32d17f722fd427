/* SPDX-License-Identifier: MIT
 * Cold caches: reads of other memory evict the tables, as the reads of an engine do between two
 * positions. */
#ifndef COLD_CACHE_H
#define COLD_CACHE_H

#include "base/random.h"

#include <stddef.h>

/* Allocates the working set, the memory that cold_cache_read() reads, with at least `kib` KiB. */
void cold_cache_reserve(unsigned kib);

/* Reads 32 random rows of 1 KiB from the first `kib` KiB of the working set, as the evaluation by a
 * neural network does between two positions. Reads all `kib` KiB if they are less than 32. */
void cold_cache_read(unsigned kib);

/* Seeds the choice of the rows that are read, and the place of the working set in physical memory
 * (see pages_scatter()). In a fork, a set that its parent has allocated gets new pages at once. */
void cold_cache_seed(struct random random);

/* Gives this process, which is fork number `fork`, a working set and random rows of its own. */
void cold_cache_make_private(size_t fork);

/* Reads a range of memory, so that the next burst finds it in the caches. */
void cold_cache_touch(const void *from, size_t bytes);

#endif
