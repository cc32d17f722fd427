/* SPDX-License-Identifier: MIT
 * PEXT bitboards on machines without PEXT: the occupancy is compressed in six steps. Step i moves
 * by 2^i the bits whose distance has bit i set. The bits that move depend on the square alone, so
 * that the masks of the steps are tables. An emulation, to measure the benefit of the instruction.
 * Guy L. Steele's compress, in H. S. Warren, Hacker's Delight, 2002, section 7-4
 * https://www.chessprogramming.org/BMI2#PEXT_Bitboards
 *
 * Cost per piece: 9 loads, eight of them from one cache line, and 25 simple operations. 800 KiB
 * for rooks, 41 KiB for bishops, and 8 KiB of masks and pointers. Branchless, multiply-free. */
#include "pext_table.h"

enum { STEPS = 6 };

struct lookup { /* one cache line */
    bitboard relevant, moving[STEPS];
    const bitboard *attacks;
};

static ALIGNED(64) struct square_data {
    struct lookup rook, bishop;
} square_data[64];

static inline size_t compressed(const struct lookup *lookup, bitboard occupied)
{
    bitboard set = occupied & lookup->relevant;
    for (unsigned step = 0; step < STEPS; step++) {
        bitboard moving = set & lookup->moving[step];
        set = (set ^ moving) | moving >> (1 << step);
    }
    return (size_t)set;
}

/* A relevant square moves down by the number of irrelevant squares below it; `bit` is its bit
 * before each step. */
static inline struct lookup lookup_for(bitboard relevant, const bitboard *attacks)
{
    struct lookup lookup = {relevant, {0}, attacks};
    unsigned index = 0;
    for (bitboard rest = relevant; rest; rest &= rest - 1, index++) {
        unsigned bit = (unsigned)trailing_zeros(rest), distance = bit - index;
        for (unsigned step = 0; step < STEPS; step++)
            if (distance >> step & 1) {
                lookup.moving[step] |= square_bit(bit);
                bit -= 1u << step;
            }
    }
    return lookup;
}

static inline void set_square_data(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    square_data[square].rook = lookup_for(rook_relevant(square), rook);
    square_data[square].bishop = lookup_for(bishop_relevant(square), bishop);
}

static inline void init(void)
{
    pext_build(set_square_data);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct lookup *lookup = &square_data[square].rook;
    return lookup->attacks[compressed(lookup, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct lookup *lookup = &square_data[square].bishop;
    return lookup->attacks[compressed(lookup, occupied)];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT bitboards, PEXT emulated",
    .author = "Guy L. Steele (compress)",
    .year = "2002",
    .source = "https://www.chessprogramming.org/BMI2#PEXT_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes =
        BYTES(ROOK_SET_BYTES + sizeof square_data / 2, BISHOP_SET_BYTES + sizeof square_data / 2,
              sizeof pext_table + sizeof square_data),
    .init = init,
    .tables = {TABLE(pext_table), TABLE(square_data)},
};
