/* SPDX-License-Identifier: MIT
 * The getters that a scheme leaves out, made from the getters that it has. A template without
 * include guard, part of kernels.h and of each exported scheme. */
#include "common/compiler.h"
#include "scheme.h"

#ifdef view
#define GETTER_ARGUMENT const view *
#else
typedef bitboard view;
#define GETTER_ARGUMENT bitboard

static inline void set_view(view *v, bitboard occupied)
{
    *v = occupied;
}

static inline void toggle(view *v, unsigned square)
{
    *v ^= (bitboard)1 << square;
}
#endif

#ifndef both_attacks
#ifndef queen_attacks
static inline bitboard queen_attacks(unsigned square, GETTER_ARGUMENT occupied)
{
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
#define queen_attacks queen_attacks
#endif

static inline struct both both_attacks(unsigned square, GETTER_ARGUMENT occupied)
{
    struct both sets = {rook_attacks(square, occupied), bishop_attacks(square, occupied)};
    return sets;
}
#endif

#ifndef queen_attacks
static inline bitboard queen_attacks(unsigned square, GETTER_ARGUMENT occupied)
{
    struct both sets = both_attacks(square, occupied);
    return sets.rook | sets.bishop;
}
#endif

#ifndef rooks_attacks
static inline bitboard rooks_attacks(bitboard rooks, GETTER_ARGUMENT occupied)
{
    bitboard attacks = 0;
    for (; rooks; rooks &= rooks - 1)
        attacks |= rook_attacks((unsigned)trailing_zeros(rooks), occupied);
    return attacks;
}
#endif

#ifndef bishops_attacks
static inline bitboard bishops_attacks(bitboard bishops, GETTER_ARGUMENT occupied)
{
    bitboard attacks = 0;
    for (; bishops; bishops &= bishops - 1)
        attacks |= bishop_attacks((unsigned)trailing_zeros(bishops), occupied);
    return attacks;
}
#endif

#ifndef queens_attacks
static inline bitboard queens_attacks(bitboard queens, GETTER_ARGUMENT occupied)
{
    return rooks_attacks(queens, occupied) | bishops_attacks(queens, occupied);
}
#endif
