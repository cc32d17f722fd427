/* SPDX-License-Identifier: MIT
 * Squares, lines and masks. The reference_* functions build tables: they are written for clarity,
 * not for speed. The verifier does not use them; it has an oracle of its own. */
#ifndef BOARD_H
#define BOARD_H

#include "compiler.h"
#include "scheme.h"

enum line { RANK_LINE, FILE_LINE, DIAGONAL, ANTIDIAGONAL, LINES }; /* a line is two opposite rays */

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0x00000000000000ff)
#define RANK_8 UINT64_C(0xff00000000000000)
#define EDGES  (FILE_A | FILE_H | RANK_1 | RANK_8)

/* The length of the arrays in tables that are structures of arrays. An address in such an array
 * contains the square times 8, which needs no instruction; an array of structs would need a shift.
 * The odd length puts a square's entries at different offsets of their cache lines: three loads at
 * equal offsets conflict, which delayed a queen's result by up to five cycles. */
enum { PADDED_SQUARES = 64 + 1 };

/* The byte of a rank in a bitboard in memory. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE_OF_RANK(bytes, rank) ((bytes)[7 - (rank)])
#else
#define BYTE_OF_RANK(bytes, rank) ((bytes)[rank])
#endif

static inline unsigned file_of(unsigned square)
{
    return square & 7;
}

static inline unsigned rank_of(unsigned square)
{
    return square >> 3;
}

static inline bitboard square_bit(unsigned square)
{
    return (bitboard)1 << square;
}

/* Returns the squares of a ray up to and including the first occupied one. A step goes `files`
 * to the right and `ranks` up, each -1, 0 or 1. */
static inline bitboard reference_ray(unsigned square, int files, int ranks, bitboard occupied)
{
    bitboard attacks = 0;
    int file = (int)file_of(square) + files, rank = (int)rank_of(square) + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        bitboard bit = square_bit((unsigned)(8 * rank + file));
        attacks |= bit;
        if (occupied & bit)
            break;
    }
    return attacks;
}

/* Returns both rays of a line: ranks run west-east, files south-north, diagonals a1-h8,
 * antidiagonals a8-h1. */
static inline bitboard reference_line_attacks(enum line line, unsigned square, bitboard occupied)
{
    static const int files[LINES] = {1, 0, 1, -1}, ranks[LINES] = {0, 1, 1, 1};
    return reference_ray(square, files[line], ranks[line], occupied) |
           reference_ray(square, -files[line], -ranks[line], occupied);
}

/* Returns all squares of a line except the given one. */
static inline bitboard line_mask(enum line line, unsigned square)
{
    return reference_line_attacks(line, square, 0);
}

static inline bitboard reference_rook_attacks(unsigned square, bitboard occupied)
{
    return reference_line_attacks(RANK_LINE, square, occupied) |
           reference_line_attacks(FILE_LINE, square, occupied);
}

static inline bitboard reference_bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_line_attacks(DIAGONAL, square, occupied) |
           reference_line_attacks(ANTIDIAGONAL, square, occupied);
}

static inline bitboard reference_queen_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied) | reference_bishop_attacks(square, occupied);
}

/* Returns the squares whose occupancy matters: the last square of a ray cannot shorten it. */
static inline bitboard relevant_on_line(enum line line, unsigned square)
{
    bitboard edges = line == RANK_LINE   ? FILE_A | FILE_H
                     : line == FILE_LINE ? RANK_1 | RANK_8
                                         : EDGES;
    return line_mask(line, square) & ~edges;
}

static inline bitboard rook_relevant(unsigned square)
{
    return relevant_on_line(RANK_LINE, square) | relevant_on_line(FILE_LINE, square);
}

static inline bitboard bishop_relevant(unsigned square)
{
    return relevant_on_line(DIAGONAL, square) | relevant_on_line(ANTIDIAGONAL, square);
}

static inline bitboard queen_relevant(unsigned square)
{
    return rook_relevant(square) | bishop_relevant(square);
}

/* Returns the subset after `subset` in counting order; 0 follows the full set. Walk with do ...
 * while (subset). (Carry-Rippler, M. van Kervinck,
 * https://www.chessprogramming.org/Traversing_Subsets_of_a_Set) */
static inline bitboard next_subset(bitboard subset, bitboard set)
{
    return (subset - set) & set;
}

/* The number of subsets of the relevant squares, summed over all 64 squares of the slider. */
enum { ROOK_SUBSETS = 102400, BISHOP_SUBSETS = 5248 };

/* Writes the attack set of each subset of the relevant squares, in counting order, which is the
 * order of PEXT. Returns the place after the last set. */
static inline bitboard *write_subsets(bitboard *sets, unsigned square, bitboard relevant,
                                      bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    do {
        *sets++ = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
    return sets;
}

/* Returns what PEXT returns: the bits of `set` that `mask` selects, packed at the low end. */
static inline unsigned pext_portable(bitboard set, bitboard mask)
{
    unsigned index = 0;
    for (unsigned bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (set & mask & -mask)
            index |= bit;
    return index;
}

#endif
