/* SPDX-License-Identifier: MIT */
#include "base/json_memory.h"

#include <jansson.h>
#include <stdlib.h>

static bool allocation_failed;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    allocation_failed = allocation_failed || !memory;
    return memory;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
    allocation_failed = false;
}

void *json_memory_failed(void)
{
    allocation_failed = true;
    return NULL;
}

bool json_memory_ok(void)
{
    return !allocation_failed;
}
