/* SPDX-License-Identifier: MIT
 * The floor: reads square and occupancy, and adds them. Its rows show the cost of the loop and
 * of the input, which every other row includes. It is reported, never subtracted. */
#include "scheme.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return occupied + square;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return occupied - square;
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return occupied ^ square;
}
#define queen_attacks queen_attacks

#include "kernels.h"

#ifdef SCHEME_DELAYS
#define TITLE  "No attacks, and a known delay in the chain"
#define TRAITS (MOCK | MULTIPLY_FREE) /* a delay that varies is a loop */
#else
#define TITLE  "No attacks: the cost of loop and input"
#define TRAITS (MOCK | BRANCHLESS | MULTIPLY_FREE)
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = TITLE,
    .author = "slidebench",
    .year = "2026",
    .source = "https://github.com/miloyip/itoa-benchmark",
    .traits = TRAITS,
};
