/* SPDX-License-Identifier: MIT
 * SBAMG, subtraction-based attack mask generation, o^(o-3cbn): o is the occupied squares of a line
 * without the slider, cbn the closest blocker below it. Subtracting cbn removes that blocker;
 * subtracting 2 cbn more borrows from the next occupied square, the closest blocker above. The bits
 * that change are the squares between both. Fahad adds the ends of the line so that there always is
 * a blocker. Here a1 is the blocker for all lines, as changes outside the line are masked off. The
 * expression needs no byte swap and handles ranks too: "completing hyperbola quintessence".
 * Syed Fahad, 10 April 2016, http://www.talkchess.com/forum/viewtopic.php?t=59845
 * https://www.chessprogramming.org/SBAMG
 *
 * Without COMPUTED_LINES: cost of a queen: 8 loads, 4 leading-zero counts; 4 KiB, one cache line a
 * square.
 *
 * With COMPUTED_LINES: lines are computed by shifts and nothing is loaded.
 *
 * Branchless, multiply-free. */
#include "arithmetic.h"

#ifdef COMPUTED_LINES
#define LINE(line, square)         computed_line(line, square)
#define LINE_WITH_A1(line, square) (computed_line(line, square) | 1)
#else
static ALIGNED(64) struct masks {
    bitboard line[LINES], line_with_a1[LINES];
} masks[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            masks[square].line[line] = line_mask(line, square);
            masks[square].line_with_a1[line] = line_mask(line, square) | 1;
        }
}

#define LINE(line, square)         masks[square].line[line]
#define LINE_WITH_A1(line, square) masks[square].line_with_a1[line]
#endif

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    bitboard o = (occupied | 1) & LINE_WITH_A1(line, square), below = (square_bit(square) - 1) | 1;
    bitboard cbn = square_bit(63) >> leading_zeros(o & below);
    return EVALUATE_NOW((o ^ (o - 3 * cbn)) & LINE(line, square));
}

#include "line_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef COMPUTED_LINES
    .title = "SBAMG o^(o-3cbn), no tables",
#else
    .title = "SBAMG o^(o-3cbn)",
    .table_bytes = BYTES(sizeof masks / 2, sizeof masks / 2, sizeof masks),
    .init = init,
    .tables = {TABLE(masks)},
#endif
    .author = "Syed Fahad",
    .year = "2016",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=59845",
    .traits = BRANCHLESS | MULTIPLY_FREE,
};
