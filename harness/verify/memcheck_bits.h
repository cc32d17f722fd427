/* SPDX-License-Identifier: MIT
 * Undefined bits in valgrind's memcheck, which tracks them through the compiled program. An
 * undefined bit represents both of its values. Results computed from it are undefined, and a
 * jump or an address that depends on it is an error. (N. Nethercote, J. Seward, "Using Valgrind
 * to detect undefined value errors with bit-precision", USENIX 2005,
 * https://www.usenix.org/conference/2005-usenix-annual-technical-conference) */
#ifndef MEMCHECK_BITS_H
#define MEMCHECK_BITS_H

#include <stdbool.h>
#include <stddef.h>

#if __has_include(<valgrind/memcheck.h>)
/* On unknown machines it defines NVALGRIND, and its requests do nothing. */
#include <valgrind/memcheck.h>
#else
#define NVALGRIND                            1
#define RUNNING_ON_VALGRIND                  0
#define VALGRIND_COUNT_ERRORS                0
#define VALGRIND_SET_VBITS(at, mask, n)      0
#define VALGRIND_GET_VBITS(at, mask, n)      0
#define VALGRIND_MAKE_MEM_DEFINED(at, bytes) 0
#endif

#ifdef NVALGRIND
#define MEMCHECK_BITS_BUILT false
#else
#define MEMCHECK_BITS_BUILT true
#endif

/* Makes the bits of at[n] undefined where mask[n] is 1, and defined where it is 0. */
static inline void memcheck_bits_set(void *at, const void *mask, size_t n)
{
    (void)at, (void)mask, (void)n; /* unused if requests do nothing */
    (void)VALGRIND_SET_VBITS(at, mask, n);
}

/* Sets mask[n] to the undefined bits of at[n], and makes at[n] defined, so that it can be read. */
static inline void memcheck_bits_get(void *at, void *mask, size_t n)
{
    (void)at, (void)mask, (void)n;
    (void)VALGRIND_GET_VBITS(at, mask, n);
    (void)VALGRIND_MAKE_MEM_DEFINED(at, n);
}

/* Returns the number of jumps and addresses that have depended on undefined bits. */
static inline unsigned memcheck_errors(void)
{
    return VALGRIND_COUNT_ERRORS;
}

#endif
