/* SPDX-License-Identifier: MIT
 * The getters that a scheme leaves out, by means of those that it has. A template without include
 * guard, part of kernels.h and of each exported scheme. */
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
    return (struct both){rook_attacks(square, occupied), bishop_attacks(square, occupied)};
}
#endif

#ifndef queen_attacks
static inline bitboard queen_attacks(unsigned square, GETTER_ARGUMENT occupied)
{
    struct both sets = both_attacks(square, occupied);
    return sets.rook | sets.bishop;
}
#endif

/* The union over a set of sliders, one slider at a time. */
#define UNION_OVER_SLIDERS(pieces_attacks, piece_attacks)                                          \
    static inline bitboard pieces_attacks(bitboard sliders, GETTER_ARGUMENT occupied)              \
    {                                                                                              \
        bitboard attacks = 0;                                                                      \
        for (; sliders; sliders &= sliders - 1)                                                    \
            attacks |= piece_attacks((unsigned)__builtin_ctzll(sliders), occupied);                \
        return attacks;                                                                            \
    }

#ifndef rooks_attacks
UNION_OVER_SLIDERS(rooks_attacks, rook_attacks)
#endif
#ifndef bishops_attacks
UNION_OVER_SLIDERS(bishops_attacks, bishop_attacks)
#endif
#ifndef queens_attacks
static inline bitboard queens_attacks(bitboard queens, GETTER_ARGUMENT occupied)
{
    return rooks_attacks(queens, occupied) | bishops_attacks(queens, occupied);
}
#endif
