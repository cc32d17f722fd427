/* SPDX-License-Identifier: MIT */
#ifndef LIST_MEMORY_H
#define LIST_MEMORY_H

#include <stddef.h>

/* Returns n elements of `size` bytes, for a list or views: zeros that begin on a cache line, so
 * that the alignment of a run's input is always the same and vectors may be loaded from views.
 * Returns NULL without memory. free() releases them. */
void *list_allocate(size_t n, size_t size);

#endif
