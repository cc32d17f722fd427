/* SPDX-License-Identifier: MIT
 * Right wherever the verifier asks: the fault is in the loop that is timed. */
#include "board.h"

#include <fenv.h>

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return slow_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return slow_bishop_attacks(square, occupied);
}

#include "kernels.h"

static bitboard faulty(const struct queries *queries)
{
    enum { AS_THE_VERIFIER_ASKS = 4096 };
    if (queries->n == AS_THE_VERIFIER_ASKS)
        return queen_throughput(queries);
#if defined CONSTANT
    return queries->zero;
#elif defined SKIPS_ONE
    return queen_throughput(&(struct queries){queries->n - 1, queries->square, queries->views, 0});
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

const struct scheme SCHEME = {
    SCHEME_IDENTITY,
    .built = true,
    .title = "A timed loop with a fault",
#ifdef UPPER_HALVES
    .needs = "avx2",
#endif
    .view_bytes = sizeof(view),
    .set_view = view_setter,
    .toggle = view_toggler,
    .piece = {[ROOK] = PIECE_CODE(rook, rooks_getter),
              [BISHOP] = PIECE_CODE(bishop, bishops_getter),
              [QUEEN] = {queen_getter, queens_getter, {faulty, queen_latency}},
              [BOTH] = PIECE_CODE(both, NULL)},
};
