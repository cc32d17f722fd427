/* SPDX-License-Identifier: MIT
 * Memory that runs out on demand, for unit tests that link the library `scarce`: it stands in
 * for malloc(), calloc(), realloc() and aligned_alloc() of all that is linked in statically (the
 * linker's --wrap). */
#ifndef SCARCE_H
#define SCARCE_H

#include <stdbool.h>

/* From now on `n` allocations succeed, the next one fails with ENOMEM, and those after it
 * succeed. */
void scarce_after(long n);

/* Has one failed since? From now on none does. */
bool scarce_hit(void);

#endif
