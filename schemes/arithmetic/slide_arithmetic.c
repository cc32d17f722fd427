/* SPDX-License-Identifier: MIT
 * Slide arithmetic: two runs of ones that both begin at a1. One ends with the nearest blocker above
 * the slider, the other just below the nearest blocker beneath it. The attacks are the squares of
 * the line where the runs differ. The first run is x ^ (x - 1), blsmsk on x86; the second is a
 * shift by the count of leading zeros. A bzhi separates the squares below the slider.
 * Jakob Progsch, 2021; Daniel Infuehr's suite has it by square.
 * https://www.talkchess.com/forum3/viewtopic.php?f=7&t=78693
 *
 * Without COMPUTED_LINES: cost of a queen: 4 loads, 4 leading-zero counts, 2 KiB.
 *
 * With COMPUTED_LINES: lines are computed by shifts and nothing is loaded.
 *
 * Branchless, multiply-free. */
#include "arithmetic_lines.h"
#include "slide.h"

/* clang makes bzhi of the expression, and uses that the slider is not in the set. */
#ifdef __clang__
#define LOWER(square, occupied) ((occupied) & (square_bit(square) - 1))
#else
#define LOWER(square, occupied) SQUARES_BELOW(occupied, square)
#endif

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard lower = LOWER(square, occupied), upper = occupied ^ lower;
    return slide(LINE(RANK_LINE, square), lower, upper) |
           slide(LINE(FILE_LINE, square), lower, upper);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard lower = LOWER(square, occupied), upper = occupied ^ lower;
    return slide(LINE(DIAGONAL, square), lower, upper) |
           slide(LINE(ANTIDIAGONAL, square), lower, upper);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Slide arithmetic" NO_TABLES,
    .author = "Jakob Progsch, Daniel Infuehr",
    .year = "2021",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=78693",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    TABLES,
};
