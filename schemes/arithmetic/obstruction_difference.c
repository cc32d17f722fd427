/* SPDX-License-Identifier: MIT
 * Obstruction difference: twice the nearest blocker above the slider minus the nearest blocker
 * below has ones on all squares between them, including both. Michael Hoffmann, 2009.
 * Here, as in Daniel Infuehr's code, a1 always counts as a blocker below, so that there is one.
 * https://www.chessprogramming.org/Obstruction_Difference
 *
 * With GENETIC: upper ^ (upper - highest of lower), which does not isolate the blocker above.
 * Infuehr's program that tried all short expressions found it in 2022
 * (GeneticObstructionDiffV2.hpp in https://github.com/Gigantua/Chess_Movegen).
 *
 * Without COMPUTED_LINES: cost of a queen: 12 loads, 4 leading-zero counts, 6 KiB, 1.5 cache lines
 * per square.
 *
 * With COMPUTED_LINES: lines are computed by shifts and nothing is loaded.
 *
 * Branchless, multiply-free. */
#include "arithmetic.h"

static inline bitboard difference(bitboard lower, bitboard upper, bitboard line)
{
    bitboard blocker = square_bit(63) >> leading_zeros(lower);
#ifdef GENETIC
    return EVALUATE_NOW((upper ^ (upper - blocker)) & line);
#else
    return EVALUATE_NOW(((upper & -upper) * 2 - blocker) & line);
#endif
}

#ifdef COMPUTED_LINES
#define NO_TABLES ", no tables"

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    bitboard mask = computed_line(line, square), lower = SQUARES_BELOW(occupied, square);
    return difference((lower & mask) | 1, (occupied ^ lower) & mask, mask);
}
#else
static ALIGNED(64) struct masks {
    bitboard lower, upper, line; /* lower: with a1 */
} masks[64][LINES];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            bitboard mask = line_mask(line, square), lower = mask & (square_bit(square) - 1);
            masks[square][line].lower = lower | 1;
            masks[square][line].upper = mask ^ lower;
            masks[square][line].line = mask;
        }
}

#define NO_TABLES ""

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    occupied |= 1;
    return difference(occupied & masks[square][line].lower, occupied & masks[square][line].upper,
                      masks[square][line].line);
}
#endif

#include "line_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef GENETIC
    .title = "Genetic obstruction difference" NO_TABLES,
    .author = "Michael Hoffmann, Daniel Infuehr",
    .year = "2022",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=79701",
#else
    .title = "Obstruction difference" NO_TABLES,
    .author = "Michael Hoffmann",
    .year = "2009",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=29087",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE,
#ifndef COMPUTED_LINES
    .table_bytes = BYTES(sizeof masks / 2, sizeof masks / 2, sizeof masks),
    .init = init,
    .tables = {TABLE(masks)},
#endif
};
