/* SPDX-License-Identifier: MIT */
#include "base/json_memory.h"

#include <jansson.h>
#include <stdlib.h>

static bool short_of_memory;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    short_of_memory = short_of_memory || !memory;
    return memory;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
    short_of_memory = false;
}

bool json_memory_ok(void)
{
    return !short_of_memory;
}
