/* SPDX-License-Identifier: MIT
 * Cold caches: reads of other memory evict the tables, as the reads of an engine do between two
 * positions. */
#ifndef COLD_CACHE_H
#define COLD_CACHE_H

#include "base/random.h"

#include <stddef.h>

/* Allocates a working set of `kib` KiB. */
void cold_cache_reserve(unsigned kib);

/* Reads 32 random rows of 1 KiB from a working set of `kib` KiB, as the evaluation by a neural
 * network does between two positions. If the set is smaller than that, reads all of it. */
void cold_cache_read(unsigned kib);

/* Draws which rows will be read, and where the working set lies in physical memory, as
 * pages_scatter() does. Before cold_cache_reserve() it decides the first placement; after it, it
 * places the set anew. */
void cold_cache_seed(struct random random);

/* Gives a fork, one of several, a working set and random rows of its own. */
void cold_cache_make_private(size_t fork);

/* Reads memory that a burst is to find in the caches. */
void cold_cache_touch(const void *from, size_t bytes);

#endif
