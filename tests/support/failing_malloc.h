/* SPDX-License-Identifier: MIT
 * Allocations that fail on demand, for unit tests that link the library failing_malloc. It
 * replaces malloc(), calloc(), realloc() and aligned_alloc() in statically linked code (the
 * linker's --wrap). */
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#include <stdbool.h>

/* Lets `n` allocations succeed, the next one fail with ENOMEM, and those after it succeed. */
void allocations_fail_after(long n);

/* Stops failures. Returns true if an allocation has failed since allocations_fail_after(). */
bool allocation_failed(void);

#endif
