/* SPDX-License-Identifier: MIT
 * PEXT and PDEP. In a program that is not compiled for BMI2, gcc and clang do not inline functions
 * with these intrinsics, but they inline assembler. The assembler is volatile so that no compiler
 * moves it before the test whether the CPU has BMI2: an exported header may choose at run time. The
 * mask is an "r" operand, because clang would load an "rm" operand from the stack. */
#ifndef BMI2_H
#define BMI2_H

#include <stdint.h>

#if defined(__BMI2__) || (defined(_MSC_VER) && !defined(__clang__))
#include <immintrin.h>
#endif

/* Returns the bits of a set that a mask selects, packed at the low end. */
static inline uint64_t pext(uint64_t set, uint64_t mask)
{
#if defined(__BMI2__) || (defined(_MSC_VER) && !defined(__clang__))
    return _pext_u64(set, mask);
#else
    __asm__ volatile("pext{q %1, %0, %0| %0, %0, %1}" : "+r"(set) : "r"(mask));
    return set;
#endif
}

/* Returns the low bits of a set, moved to the places of a mask's bits. */
static inline uint64_t pdep(uint64_t set, uint64_t mask)
{
#if defined(__BMI2__) || (defined(_MSC_VER) && !defined(__clang__))
    return _pdep_u64(set, mask);
#else
    __asm__ volatile("pdep{q %1, %0, %0| %0, %0, %1}" : "+r"(set) : "r"(mask));
    return set;
#endif
}

#endif
