/* SPDX-License-Identifier: MIT */
#include "support/failing_malloc.h"

#include <errno.h>
#include <stddef.h>

void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t), *__wrap_calloc(size_t, size_t), *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

/* On the heap, because static data are read-only while schemes are verified. */
static struct state {
    bool counting, hit;
    long left;
} * state;

void allocations_fail_after(long n)
{
    if (!state)
        state = __real_malloc(sizeof *state);
    *state = (struct state){.counting = true, .left = n};
}

bool allocation_failed(void)
{
    state->counting = false;
    return state->hit;
}

static bool fails(void)
{
    if (!state || !state->counting || state->left-- != 0)
        return false;
    state->hit = true;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
