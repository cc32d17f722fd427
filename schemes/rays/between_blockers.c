/* SPDX-License-Identifier: MIT
 * Between two blockers: on each side of the slider the nearest blocker is found, or the end of the
 * line. A table has all squares from the one to the other, of which the slider is removed. Two
 * squares determine their line, so that one table serves ranks, files and diagonals.
 * Syed Fahad, 9 March 2015, http://www.talkchess.com/forum/viewtopic.php?t=55604
 * As published it has no case for a side without blockers; here the end of the line, or the slider
 * itself where it is the end, counts as one.
 * Cost of a queen: 20 loads, 8 scans; 32 KiB + 8 KiB. Branchless, multiply-free. */
#include "arithmetic.h"
#include "line_getters.h"

static ALIGNED(64) bitboard spans[64][64]; /* [63 - lowest square][highest square], both included */

static ALIGNED(64) struct sides {
    bitboard below, first, above, last;
} sides[64][LINES];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            bitboard slider = square_bit(square), mask = line_mask(line, square);
            struct sides *s = &sides[square][line];
            s->below = mask & (slider - 1);
            s->above = mask ^ s->below;
            s->first = s->below ? s->below & -s->below : slider;
            s->last = s->above ? highest(s->above) : slider;
            bitboard span = slider, rest = s->above;
            spans[63 - square][square] = span;
            for (; rest; rest &= rest - 1) {
                span |= rest & -rest;
                spans[63 - square][trailing_zeros(rest)] = span;
            }
        }
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    const struct sides *s = &sides[square][line];
    int lowest = leading_zeros((occupied & s->below) | s->first);
    int highest_square = trailing_zeros((occupied & s->above) | s->last);
    return EVALUATE_NOW(spans[lowest][highest_square] ^ square_bit(square));
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Between two blockers",
    .author = "Syed Fahad",
    .year = "2015",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=55604",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(sizeof spans + sizeof sides / 2, sizeof spans + sizeof sides / 2,
                         sizeof spans + sizeof sides),
    .init = init,
    .tables = {TABLE(spans), TABLE(sides)},
};
