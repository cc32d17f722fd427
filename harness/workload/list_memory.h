/* SPDX-License-Identifier: MIT */
#ifndef LIST_MEMORY_H
#define LIST_MEMORY_H

#include <stddef.h>

/* Returns n elements of `size` bytes, all zero, for a list or views. They begin on a cache line: a
 * run's input always has the same alignment, and vectors may be loaded from views. Returns NULL
 * if out of memory. free() releases them. */
void *list_allocate(size_t n, size_t size);

#endif
