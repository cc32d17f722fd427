/* SPDX-License-Identifier: MIT
 * Elementary bitboards: the exact index of PEXT bitboards by three multiplies. The relevant squares
 * fall into three groups; a group's factor has one bit per distance that its squares must travel,
 * and all else that comes of the product stays out of the index, which is on top. Unlike magics
 * such factors need no trial and error; the search below is our own.
 * Sami Kiminki, 2026, https://github.com/skiminki/hoover-chess-utils,
 * scripts/calculate-elementary-bitboard-tables.py
 *
 * Cost per piece: 9 loads, eight of them from one cache line, 3 multiplies, 3 ands, 2 ors, variable
 * shift. 800 KiB for rooks, 41 KiB for bishops, 8 KiB. Branchless. */
#include "pext_table.h"

enum { GROUPS = 3 };

struct __attribute__((aligned(64))) part { /* one cache line */
    bitboard group[GROUPS];
    uint64_t factor[GROUPS];
    const bitboard *attacks;
    unsigned shift;
};

static struct {
    struct part rook, bishop;
} parts[64];

static inline size_t exact_index(const struct part *part, bitboard occupied)
{
    bitboard product = 0;
    for (unsigned i = 0; i < GROUPS; i++)
        product |= (occupied & part->group[i]) * part->factor[i];
    return (size_t)(product >> part->shift);
}

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* Where the bit of a relevant square belongs: the index takes the top bits of the product. */
static unsigned target(bitboard relevant, unsigned square)
{
    unsigned bits = (unsigned)__builtin_popcountll(relevant);
    return 64 - bits + (unsigned)__builtin_popcountll(relevant & (square_bit(square) - 1));
}

/* Does the product bring each bit of the group to its target, and no other into the index? (No sum
 * below the index ever carries into it: the lines have too few squares there.) */
static bool is_exact(bitboard relevant, bitboard group, uint64_t factor)
{
    for (; factor; factor &= factor - 1)
        for (bitboard rest = group; rest; rest &= rest - 1) {
            unsigned to = lowest(rest) + lowest(factor);
            if (to >= target(relevant, 0) && to < 64 && to != target(relevant, lowest(rest)))
                return false;
        }
    return true;
}

/* Greedy: a group takes every square left that it can stand; three are enough for all. */
static struct part part_of(bitboard relevant, const bitboard *attacks)
{
    struct part part = {.attacks = attacks, .shift = target(relevant, 0)};
    bitboard left = relevant;
    for (unsigned i = 0; i < GROUPS; i++) {
        for (bitboard rest = left; rest; rest &= rest - 1) {
            unsigned square = lowest(rest);
            bitboard group = part.group[i] | square_bit(square);
            uint64_t factor = part.factor[i] | square_bit(target(relevant, square) - square);
            if (is_exact(relevant, group, factor)) {
                part.group[i] = group;
                part.factor[i] = factor;
            }
        }
        left &= ~part.group[i];
    }
    return part;
}

static void set_up(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    parts[square].rook = part_of(rook_relevant(square), rook);
    parts[square].bishop = part_of(bishop_relevant(square), bishop);
}

static void init(void)
{
    pext_build(set_up);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].rook;
    return part->attacks[exact_index(part, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].bishop;
    return part->attacks[exact_index(part, occupied)];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Elementary bitboards",
    .author = "Sami Kiminki",
    .year = "2026",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .traits = BRANCHLESS,
    .table_bytes = PEXT_TABLE_BYTES(parts),
    .init = init,
};
