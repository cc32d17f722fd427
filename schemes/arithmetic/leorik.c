/* SPDX-License-Identifier: MIT
 * Leorik attacks: one mask has all squares up to and including the nearest blocker above the
 * slider, the other all squares below the nearest blocker beneath. The attacks are the squares of
 * the line where the two masks differ. This is the idea of slide arithmetic, found independently by
 * Thomas Jahn, January 2022. Lines include the slider; ranks and files are computed by shifts.
 * https://github.com/lithander/Leorik
 *
 * Without COMPUTED_LINES: diagonals come from a table (Leorik.Core/Slider/Classic.cs). Cost: queen
 * 2 loads, 4 leading-zero counts; 1 KiB.
 *
 * With COMPUTED_LINES: diagonals are computed, too (ClassicZero.cs). Cost: queen 4 leading-zero
 * counts.
 *
 * Branchless, multiply-free. */
#include "slide.h"

#ifdef COMPUTED_LINES
#define THROUGH(diagonal, square)                                                                  \
    (computed_line(diagonal ? ANTIDIAGONAL : DIAGONAL, square) ^ square_bit(square))
#else
static ALIGNED(64) bitboard diagonals[64][2];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        diagonals[square][0] = line_mask(DIAGONAL, square) | square_bit(square);
        diagonals[square][1] = line_mask(ANTIDIAGONAL, square) | square_bit(square);
    }
}

#define THROUGH(diagonal, square) diagonals[square][diagonal]
#endif

/* Both lines include the slider, so that the exclusive or removes it. */
static inline bitboard cross(bitboard line, bitboard other, unsigned square, bitboard occupied)
{
    bitboard slider = square_bit(square), lower = SQUARES_BELOW(occupied, square);
    bitboard upper = (occupied ^ lower) & ~slider;
    return slide(line, lower, upper) ^ slide(other, lower, upper);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return cross((bitboard)RANK_1 << (square & 56), FILE_A << file_of(square), square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return cross(THROUGH(0, square), THROUGH(1, square), square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef COMPUTED_LINES
    .title = "Leorik, classic zero: no tables",
#else
    .title = "Leorik",
    .table_bytes = BYTES(0, sizeof diagonals, sizeof diagonals),
    .init = init,
    .tables = {TABLE(diagonals)},
#endif
    .author = "Thomas Jahn",
    .year = "2022",
    .source = "https://github.com/lithander/Leorik",
    .traits = BRANCHLESS | MULTIPLY_FREE,
};
