/* SPDX-License-Identifier: MIT
 * QBBEngine's getter: along each ray, with its last square always taken for occupied, the first
 * blocker is found by a bit scan, and from there a line is drawn back towards the slider. Where the
 * lines from both blockers meet is the attack set. No tables, and the ends of all rays in one
 * constant per direction. Fabio Gobbato, QBBEngine (the quad-bitboard engine), on the wiki since
 * September 2020. https://www.chessprogramming.org/QBBEngine
 * With GENETIC, Daniel Infuehr's form of 2022 (GeneticQBB.hpp in
 * https://github.com/Gigantua/Chess_Movegen): the line drawn from below is cut off above by
 * shifting it out and back, which saves constants and makes the chain longer. Both published forms
 * flip the slider out of the occupancy and so are wrong where it is not in; here it is cleared.
 * Cost: queen 8 bit scans, 16 shifts. Branchless, multiply-free. */
#include "arithmetic.h"

#define ANTIDIAGONAL_A1H1 0x8102040810204081u /* A8H1 with a1 and h8: repeats every 7 squares */

static inline unsigned first(bitboard b)
{
    return (unsigned)__builtin_ctzll(b);
}

static inline unsigned last(bitboard b)
{
    return 63 ^ (unsigned)__builtin_clzll(b);
}

/* The line from blocker to blocker, slider and blockers included. `up` is the line from a1 upwards,
 * `down` the same from h8 downwards; ends are where the two rays leave the board. */
static inline bitboard span(unsigned square, bitboard blockers, bitboard up, bitboard down,
                            bitboard upper_ends, bitboard lower_ends)
{
    unsigned above = 63 ^ first((blockers | upper_ends) & up << square);
    unsigned below = last((blockers | lower_ends) & down >> (63 ^ square));
#ifdef GENETIC
    return EVALUATE_NOW(up << below << above >> above);
#else
    return EVALUATE_NOW(down >> above & up << below);
#endif
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard blockers = occupied & ~square_bit(square);
    return span(square, blockers, FILE_A, FILE_H, RANK_8, RANK_1) ^
           span(square, blockers, RANK_1, RANK_8, FILE_H, FILE_A);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard blockers = occupied & ~square_bit(square);
    return span(square, blockers, DIAGONAL_A1H8, DIAGONAL_A1H8, RANK_8 | FILE_H, RANK_1 | FILE_A) ^
           span(square, blockers, ANTIDIAGONAL_A1H1, ANTIDIAGONAL_A1H1, RANK_8 | FILE_A,
                RANK_1 | FILE_H);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef GENETIC
    .title = "Genetic QBB",
    .author = "Fabio Gobbato, Daniel Infuehr",
    .year = "2022",
    .source = "https://github.com/Gigantua/Chess_Movegen",
#else
    .title = "QBBEngine",
    .author = "Fabio Gobbato",
    .year = "2020",
    .source = "https://www.chessprogramming.org/QBBEngine",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE,
};
