/* SPDX-License-Identifier: MIT
 * Cold caches: what an engine does between two positions takes the tables' place in them. */
#ifndef COLD_CACHE_H
#define COLD_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for a working set of so many KiB; false if there is no memory. */
bool cold_cache_reserve(unsigned kib);

/* Reads 32 rows of 1 KiB, at random, of a working set of so many KiB, as the evaluation by a neural network does
 * between two positions; all of it, if it is smaller. */
void cold_cache_read(unsigned kib);

/* Brings memory that a burst must not wait for into the caches. */
void cold_cache_touch(const void *from, size_t bytes);

/* The sum of the bytes that the two have read: the first of each cache line, and of each range the last. */
extern volatile uint64_t cold_cache_sum;

/* A reading of the finest clock there is, when all before it is done; ticks of a constant, unknown rate. */
uint64_t cold_cache_ticks(void);

#endif
