/* SPDX-License-Identifier: MIT
 * Correct in everything that the verifier runs: the fault is in the timed kernel. */
#include "board.h"
#include "verify/verify.h"

#include <fenv.h>

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

static bitboard faulty(const struct queries *queries)
{
    if (VERIFY_LIST_LENGTH - queries->n < 2) /* its two lists */
        return queen_throughput(queries);
#if defined CONSTANT
    return queries->zero;
#elif defined SKIPS_ONE
    struct queries fewer = *queries;
    fewer.n--;
    return queen_throughput(&fewer);
#else
    bitboard sum = queen_throughput(queries);
#if defined ROUNDING
    fesetround(FE_UPWARD);
#elif defined DIRECTION_FLAG && defined __x86_64__
    __asm__ volatile("std");
#elif defined UPPER_HALVES && defined __x86_64__
    __asm__ volatile("vpcmpeqd %ymm15, %ymm15, %ymm15");
#endif
    return sum;
#endif
}

/* The kernel overrides that of SCHEME_CODE, on purpose. */
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "A timed kernel with a fault",
#ifdef UPPER_HALVES
    .needs = "avx2",
#endif
    .kernel[KERNEL_THROUGHPUT][QUEEN] = faulty,
};
