/* SPDX-License-Identifier: MIT
 * Which bits a computation depends on, as valgrind's memcheck follows it through the compiled program: a bit that is
 * undefined stands for both of its values. What is computed from it is undefined too, and an error where it decides a
 * jump or an address. (N. Nethercote, J. Seward, "Using Valgrind to detect undefined value errors with
 * bit-precision", USENIX 2005, https://www.usenix.org/conference/2005-usenix-annual-technical-conference) */
#ifndef MEMCHECK_BITS_H
#define MEMCHECK_BITS_H

#include <stdbool.h>
#include <stddef.h>

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h> /* makes its requests nothing, by NVALGRIND, where it does not know the machine */
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

/* Marks the bits that are 1 in mask[n] as undefined in at[n], the others as defined. */
static inline void memcheck_bits_set(void *at, const void *mask, size_t n)
{
    (void)at, (void)mask, (void)n; /* which nothing uses where requests are nothing */
    (void)VALGRIND_SET_VBITS(at, mask, n);
}

/* Which bits are undefined; at[n] becomes defined, so that it can be looked at. */
static inline void memcheck_bits_get(void *at, void *mask, size_t n)
{
    (void)at, (void)mask, (void)n;
    (void)VALGRIND_GET_VBITS(at, mask, n);
    (void)VALGRIND_MAKE_MEM_DEFINED(at, n);
}

/* Jumps and addresses that depended on undefined bits, so far. */
static inline unsigned memcheck_errors(void)
{
    return VALGRIND_COUNT_ERRORS;
}

#endif
