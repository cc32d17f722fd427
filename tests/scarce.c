/* SPDX-License-Identifier: MIT */
#include "scarce.h"

#include <errno.h>
#include <stddef.h>

void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t), *__wrap_calloc(size_t, size_t), *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

static bool counting, hit;
static long left;

void scarce_after(long n)
{
    counting = true;
    hit = false;
    left = n;
}

bool scarce_hit(void)
{
    counting = false;
    return hit;
}

static bool fails(void)
{
    if (!counting || left-- != 0)
        return false;
    hit = true;
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
