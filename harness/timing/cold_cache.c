/* SPDX-License-Identifier: MIT */
#include "timing/cold_cache.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "machine/pages.h"

#include <stdlib.h>
#include <string.h>

enum { ROW = COLD_CACHE_ROW_BYTES };

/* The sum of the bytes read, which are the first byte of each cache line and the last byte of each
 * range. It is volatile, so that the compiler keeps the reads. */
static volatile uint64_t sum_read;

void cold_cache_touch(const void *from, size_t bytes)
{
    const char *at = from;
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i += CACHE_LINE_BYTES)
        sum += (uint8_t)at[i];
    if (bytes)
        sum += (uint8_t)at[bytes - 1];
    sum_read += sum;
}

static char *working_set;
static size_t working_set_size;
static struct random drawn = {1}; /* first draws the pages, then the rows that are read */

/* Gives the working set its physical memory: pages in random order, copies of its own in a fork. */
static void scatter_working_set(void)
{
    pages_scatter(working_set, working_set + working_set_size, &drawn);
    memset(working_set, 1, working_set_size);
}

void cold_cache_seed(struct random random)
{
    drawn = random;
    if (working_set)
        scatter_working_set();
}

void cold_cache_make_private(size_t fork)
{
    cold_cache_seed((struct random){random_next(&drawn) + fork});
}

void cold_cache_reserve(unsigned kib)
{
    size_t size = (size_t)kib * 1024;
    if (size <= working_set_size)
        return;
    free(working_set);
    working_set = aligned_alloc(ROW, size);
    if (!working_set)
        exit_without_memory(size);
    working_set_size = size;
    scatter_working_set();
}

void cold_cache_read(unsigned kib)
{
    unsigned rows = kib / (ROW / 1024);
    for (unsigned i = 0; i < COLD_CACHE_ROWS && i < rows; i++)
        cold_cache_touch(
            working_set + ROW * (rows <= COLD_CACHE_ROWS ? i : random_below(&drawn, rows)), ROW);
}
