/* SPDX-License-Identifier: MIT
 * Getters of the fills that flood all lines at once, in one register: rook lines in its low half,
 * bishop lines in its high half. Before it, a header defines
 *
 *     whole, half                                      the types of the register and of its halves
 *     whole attacks_of(bitboard orthogonal, bitboard diagonal, bitboard occupied)
 *     half rook_half(whole lines), bishop_half(whole lines), joined_halves(whole lines)
 *     bitboard united(half lines)                      the union of the lanes
 *
 * JOINT adds a getter for all sliders of a side: each half is flooded from sliders of its own.
 * Without JOINT, orthogonal and diagonal are the same set. */

static inline bitboard rooks_attacks(bitboard rooks, bitboard occupied)
{
    return united(rook_half(attacks_of(rooks, rooks, occupied)));
}
#define rooks_attacks rooks_attacks

static inline bitboard bishops_attacks(bitboard bishops, bitboard occupied)
{
    return united(bishop_half(attacks_of(bishops, bishops, occupied)));
}
#define bishops_attacks bishops_attacks

static inline bitboard queens_attacks(bitboard queens, bitboard occupied)
{
    return united(joined_halves(attacks_of(queens, queens, occupied)));
}
#define queens_attacks queens_attacks

#ifdef JOINT
static inline bitboard sliders_attacks(bitboard orthogonal, bitboard diagonal, bitboard occupied)
{
    return united(joined_halves(attacks_of(orthogonal, diagonal, occupied)));
}
#define sliders_attacks sliders_attacks
#endif

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square);
    whole lines = attacks_of(slider, slider, occupied);
    struct both sets = {united(rook_half(lines)), united(bishop_half(lines))};
    return sets;
}
#define both_attacks both_attacks

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rooks_attacks(square_bit(square), occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishops_attacks(square_bit(square), occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return queens_attacks(square_bit(square), occupied);
}
#define queen_attacks queen_attacks
