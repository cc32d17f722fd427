/* SPDX-License-Identifier: MIT */
#include "workload/list_memory.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

void *list_allocate(size_t n, size_t size)
{
    size_t bytes = (n * size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    void *memory = aligned_alloc(CACHE_LINE, bytes ? bytes : CACHE_LINE);
    return memory ? memset(memory, 0, bytes) : NULL;
}
