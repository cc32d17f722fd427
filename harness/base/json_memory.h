/* SPDX-License-Identifier: MIT
 * Detects a lack of memory in jansson, which silently omits what it cannot allocate, such as
 * array elements. One check at the end replaces a check after each call. */
#ifndef JSON_MEMORY_H
#define JSON_MEMORY_H

#include <stdbool.h>

/* Starts watching jansson's allocations. */
void json_memory_watch(void);

/* Notes an allocation that failed outside jansson. Returns NULL, as jansson's allocations do. */
void *json_memory_failed(void);

/* Returns true if no allocation has failed since json_memory_watch(). */
bool json_memory_ok(void);

#endif
