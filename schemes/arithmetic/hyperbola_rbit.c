/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence with bit reversal: on a board rotated by 180 degrees, ranks are reversed
 * like any other line, so that no rank table is needed (see hyperbola). Isenberg's wiki page has
 * this form for Java's Long.reverse. Since 2026 Stockfish has used it on AArch64 and LoongArch
 * (src/attacks.h), where a reversal is one instruction. The title says where it is emulated, as on
 * x86; for x86 see hyperbola_gfni. https://www.chessprogramming.org/Hyperbola_Quintessence
 *
 * Without COMPUTED_LINES: cost of a queen: 4 loads, 8 reversals; 2 KiB.
 *
 * With COMPUTED_LINES: Daniel Infuehr's Bitrotation for CUDA, 2022. Cost of a queen: 8 reversals.
 *
 * Branchless, multiply-free. */
#include "arithmetic_lines.h"

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    bitboard mask = LINE(line, square), o = occupied & mask;
    bitboard up = o - square_bit(square), down = reversed(o) - (square_bit(63) >> square);
    return EVALUATE_NOW((up ^ reversed(down)) & mask);
}

#include "line_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef COMPUTED_LINES
    .title = "Bitrotation: hyperbola, " BIT_REVERSAL NO_TABLES,
    .author = "Daniel Infuehr",
    .year = "2022",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=79078&start=20",
#else
    .title = "Hyperbola quintessence, " BIT_REVERSAL,
    .author = "Gerd Isenberg, Aleks Peshkov",
    .year = "2007",
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE,
    TABLES,
};
