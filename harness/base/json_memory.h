/* SPDX-License-Identifier: MIT
 * Whether memory was short while jansson built something. It leaves out what it has no memory for, array
 * elements for one, and asking once is shorter than asking after each call. */
#ifndef JSON_MEMORY_H
#define JSON_MEMORY_H

#include <stdbool.h>

/* From here on. */
void json_memory_watch(void);

/* Has all memory been had since json_memory_watch()? */
bool json_memory_ok(void);

#endif
