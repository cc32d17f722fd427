/* SPDX-License-Identifier: MIT
 * o^(o-2r), subtracting a rook from a blocking piece. r is the slider and o the occupied squares of
 * a line: o - 2r borrows from the next blocker above r, so that o ^ (o - 2r) is the squares from r
 * to that blocker. This works towards higher squares only. As in Ryan Mack's proposal of 2000,
 * lower squares are computed likewise on the board rotated by 180 degrees, with the slider on
 * 63 - s. Mack kept the rotated board besides the other one. Here each query rotates the board, and
 * rotates the result back. Written up by Gerd Isenberg.
 * https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece
 * Cost: queen 8 loads, 8 subtractions, 2 bit reversals of the whole board (hyperbola quintessence
 * reverses each line); 2 KiB. Branchless, multiply-free. */
#include "arithmetic_lines.h"

static inline bitboard above(enum line line, unsigned square, bitboard occupied)
{
    bitboard mask = LINE(line, square), o = occupied & mask;
    return EVALUATE_NOW((o ^ (o - (square_bit(square) << 1))) & mask);
}

static inline bitboard rook_above(unsigned square, bitboard occupied)
{
    return above(RANK_LINE, square, occupied) | above(FILE_LINE, square, occupied);
}

static inline bitboard bishop_above(unsigned square, bitboard occupied)
{
    return above(DIAGONAL, square, occupied) | above(ANTIDIAGONAL, square, occupied);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rook_above(square, occupied) | reversed(rook_above(63 - square, reversed(occupied)));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishop_above(square, occupied) | reversed(bishop_above(63 - square, reversed(occupied)));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    bitboard turned = reversed(occupied);
    return rook_above(square, occupied) | bishop_above(square, occupied) |
           reversed(rook_above(63 - square, turned) | bishop_above(63 - square, turned));
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "o^(o-2r), " BIT_REVERSAL,
    .author = "Ryan Mack, Gerd Isenberg",
    .year = "2000",
    .source = "https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    TABLES,
};
