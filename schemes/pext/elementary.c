/* SPDX-License-Identifier: MIT
 * Elementary bitboards: the exact index of PEXT bitboards by three multiplies. The relevant squares
 * form three groups. A group's factor has one bit per distance that its squares must travel; all
 * other bits of the product are outside the index, which is at the top. Unlike magics such factors
 * need no trial and error; the search below is slidebench's own.
 * Sami Kiminki, 2026, https://github.com/skiminki/hoover-chess-utils,
 * scripts/calculate-elementary-bitboard-tables.py
 * Ideas are free, code is ours: hoover is under GPL-3; this follows its commit d9719ca's message.
 *
 * Cost per piece: 9 loads, 3 multiplies, 3 ands, 2 ors, variable shift. 800 KiB for rooks, 41
 * KiB for bishops, and 7 KiB of masks, factors and pointers. Branchless. */
#include "pext_table.h"

enum { GROUPS = 3 };

static ALIGNED(64) struct square_data {
    bitboard group[GROUPS][PADDED_SQUARES];
    uint64_t factor[GROUPS][PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
    uint8_t shift[PADDED_SQUARES];
} square_data[2]; /* [OF_ROOKS], [OF_BISHOPS] */

static inline bitboard look_up(const struct square_data *data, unsigned square, bitboard occupied)
{
    bitboard product = 0;
    for (unsigned i = 0; i < GROUPS; i++)
        product |= (occupied & data->group[i][square]) * data->factor[i][square];
    return data->attacks[square][product >> data->shift[square]];
}

static inline unsigned lowest(uint64_t set)
{
    return (unsigned)trailing_zeros(set);
}

/* Returns the bit of the product for a relevant square: the index takes the top bits. */
static inline unsigned target(bitboard relevant, unsigned square)
{
    unsigned bits = (unsigned)count_bits(relevant);
    return 64 - bits + (unsigned)count_bits(relevant & (square_bit(square) - 1));
}

/* Returns true if the product moves each bit of the group to its target, and no other bit into
 * the index. (No sum below the index ever carries into it: the lines have too few squares
 * there.) */
static inline bool is_exact(bitboard relevant, bitboard group, uint64_t factor)
{
    for (; factor; factor &= factor - 1)
        for (bitboard rest = group; rest; rest &= rest - 1) {
            unsigned product_bit = lowest(rest) + lowest(factor);
            if (product_bit >= target(relevant, 0) && product_bit < 64 &&
                product_bit != target(relevant, lowest(rest)))
                return false;
        }
    return true;
}

/* Greedy: a group takes every remaining square that fits; three groups suffice for all. */
static inline void find_factors(struct square_data *data, unsigned square, bitboard relevant,
                                const bitboard *attacks)
{
    bitboard left = relevant;
    for (unsigned i = 0; i < GROUPS; i++) {
        bitboard group = 0;
        uint64_t factor = 0;
        for (bitboard rest = left; rest; rest &= rest - 1) {
            unsigned bit = lowest(rest);
            bitboard larger_group = group | square_bit(bit);
            uint64_t larger_factor = factor | square_bit(target(relevant, bit) - bit);
            if (is_exact(relevant, larger_group, larger_factor)) {
                group = larger_group;
                factor = larger_factor;
            }
        }
        data->group[i][square] = group;
        data->factor[i][square] = factor;
        left &= ~group;
    }
    data->attacks[square] = attacks;
    data->shift[square] = (uint8_t)target(relevant, 0);
}

static inline void set_square_data(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    find_factors(&square_data[OF_ROOKS], square, rook_relevant(square), rook);
    find_factors(&square_data[OF_BISHOPS], square, bishop_relevant(square), bishop);
}

static inline void init(void)
{
    pext_build(set_square_data);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(&square_data[OF_ROOKS], square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(&square_data[OF_BISHOPS], square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Elementary bitboards",
    .author = "Sami Kiminki",
    .year = "2026",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(ROOK_SET_BYTES + sizeof square_data / 2, BISHOP_SET_BYTES + sizeof square_data / 2,
              sizeof pext_table + sizeof square_data),
    .init = init,
    .tables = {TABLE(pext_table), TABLE(square_data)},
};
