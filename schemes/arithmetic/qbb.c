/* SPDX-License-Identifier: MIT
 * QBBEngine's getter: along each ray, whose last square always counts as occupied, a bit scan finds
 * the first blocker. From there a line is drawn back through the slider. The attacks are the
 * intersection of the lines from both blockers. No tables: one constant per direction holds the
 * ends of all rays. Fabio Gobbato, QBBEngine (the quad-bitboard engine), on the wiki since
 * September 2020. https://www.chessprogramming.org/QBBEngine
 *
 * With GENETIC: Daniel Infuehr's form of 2022 (GeneticQBB.hpp in
 * https://github.com/Gigantua/Chess_Movegen): the line drawn from below is cut off above by
 * shifting it out and back, which saves constants and makes the dependency chain longer.
 *
 * The published code flips the slider's bit of the occupancy, which is wrong if the occupancy does
 * not contain the slider; here the bit is cleared.
 * Cost: queen 8 bit scans, 16 shifts. Branchless, multiply-free. */
#include "arithmetic.h"

#define ANTIDIAGONAL_A1H1 0x8102040810204081u /* A8H1 with a1 and h8: repeats every 7 squares */

static inline unsigned lowest_bit(bitboard b)
{
    return (unsigned)trailing_zeros(b);
}

static inline unsigned highest_bit(bitboard b)
{
    return 63 ^ (unsigned)leading_zeros(b);
}

/* Returns the line from blocker to blocker, including the slider and both blockers. `up` is the
 * line upwards from a1, `down` the same downwards from h8; the ends are where the two rays leave
 * the board. */
static inline bitboard span(unsigned square, bitboard blockers, bitboard up, bitboard down,
                            bitboard upper_ends, bitboard lower_ends)
{
    unsigned above = 63 ^ lowest_bit((blockers | upper_ends) & up << square);
    unsigned below = highest_bit((blockers | lower_ends) & down >> (63 ^ square));
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
