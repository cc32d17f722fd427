/* SPDX-License-Identifier: MIT
 * The speed of PEXT on this CPU, for `slidebench machine`, and for exported headers that choose
 * among schemes. Programs for CPUs without BMI2 can contain these functions. */
#ifndef PEXT_SPEED_H
#define PEXT_SPEED_H

#include "common/bmi2.h"
#include "target/x86_report.h"

#include <stdint.h>

#if !defined(_MSC_VER) || defined(__clang__)
#include <x86intrin.h>
#endif

#define ROOK_MASK UINT64_C(0x000101010101017e) /* a rook's relevant squares on a1 */

enum { PEXT_STEPS = 20000, PEXT_ROUNDS = 10 };

/* Returns the ticks of a chain of PEXT_STEPS PEXTs, each of which waits for the one before. */
static inline uint64_t ticks_of_pext(volatile uint64_t *value)
{
    uint64_t begin = __rdtsc(), chain = *value;
    for (int i = 0; i < PEXT_STEPS; i++)
        chain = pext(chain, ROOK_MASK);
    *value = chain;
    return __rdtsc() - begin;
}

/* Returns the ticks of a chain of PEXT_STEPS pairs of an addition and an exclusive or. No compiler
 * shortens such a chain. */
static inline uint64_t ticks_of_pairs(volatile uint64_t *value)
{
    uint64_t begin = __rdtsc(), chain = *value, operand = ROOK_MASK;
    for (int i = 0; i < PEXT_STEPS; i++)
        chain = (chain + operand) ^ operand;
    *value = chain;
    return __rdtsc() - begin;
}

/* Returns the latency of PEXT in core cycles, with the 12-bit mask of a rook's table lookup, on a
 * CPU that has BMI2. Measures it against pairs of operations of one cycle each, in about 0.3 ms.
 * Intel since Haswell and AMD since Zen 3 need 3 cycles; earlier AMD cores run microcode. */
static inline double pext_cycles(void)
{
    /* The fastest round is the least disturbed one, at the highest clock. */
    uint64_t least = UINT64_MAX, least_pairs = UINT64_MAX;
    volatile uint64_t value = 1;
    for (int round = 0; round < PEXT_ROUNDS; round++) {
        uint64_t ticks = ticks_of_pext(&value);
        least = ticks < least ? ticks : least;
        ticks = ticks_of_pairs(&value);
        least_pairs = ticks < least_pairs ? ticks : least_pairs;
    }
    return 2.0 * (double)least / (double)least_pairs;
}

#define FAST_PEXT_CYCLES 8.0 /* at most; microcode takes 18 or more */

/* Returns whether this CPU has PEXT and does not run it as microcode. */
static inline bool has_fast_pext(void)
{
    return x86_reports(7, 0, EBX, 8, NO_STATE) && pext_cycles() <= FAST_PEXT_CYCLES;
}

#endif
