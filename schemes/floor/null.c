/* SPDX-License-Identifier: MIT
 * The floor: reads square and occupancy, and adds them. What its rows cost is the loop and the
 * input, which every other row pays too. It is shown, never subtracted. */
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

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "No attacks: the cost of loop and input",
    .author = "slidebench",
    .year = "2026",
    .source = "https://github.com/miloyip/itoa-benchmark",
    .traits = MOCK | BRANCHLESS | MULTIPLY_FREE,
};
