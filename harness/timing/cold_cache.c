/* SPDX-License-Identifier: MIT */
#include "timing/cold_cache.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/tuning.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROW = COLD_CACHE_ROW_BYTES };

/* Volatile, so that the compiler keeps the reads. */
static volatile uint64_t sum_read;

uint64_t cold_cache_sum(void)
{
    return sum_read;
}

void cold_cache_touch(const void *from, size_t bytes)
{
    const char *at = from;
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i += COLD_CACHE_LINE_BYTES)
        sum += (uint8_t)at[i];
    if (bytes)
        sum += (uint8_t)at[bytes - 1];
    sum_read += sum;
}

static char *set;
static size_t set_size;
static struct random rows_read = {1}; /* which rows are read */

void cold_cache_reserve(unsigned kib)
{
    size_t size = (size_t)kib * 1024;
    if (size <= set_size)
        return;
    free(set);
    set = aligned_alloc(ROW, size);
    if (!set)
        no_memory(size);
    set_size = size;
    memset(set, 1, size); /* gives each page its own memory */
}

void cold_cache_unshare(uint64_t seed)
{
    if (set)
        memset(set, 1, set_size);
    rows_read.state = seed;
}

void cold_cache_read(unsigned kib)
{
    unsigned rows = kib / (ROW / 1024);
    for (unsigned i = 0; i < COLD_CACHE_ROWS && i < rows; i++)
        cold_cache_touch(set + ROW * (rows <= COLD_CACHE_ROWS ? i : random_below(&rows_read, rows)),
                         ROW);
}

uint64_t cold_cache_ticks(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
    uint64_t ticks = __builtin_ia32_rdtsc();
    __builtin_ia32_lfence();
    return ticks;
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("isb; mrs %0, cntvct_el0; isb" : "=r"(ticks) : : "memory");
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}
