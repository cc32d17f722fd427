/* SPDX-License-Identifier: MIT */
#ifndef LIST_MEMORY_H
#define LIST_MEMORY_H

#include <stddef.h>

/* Returns n * size bytes of zeros that begin on a cache line, so that the alignment of a run's
 * input is always the same; NULL without memory. free() releases them. */
void *list_memory(size_t n, size_t size);

#endif
