/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence with ranks on the main diagonal, because a byte swap does not reverse a
 * rank (see hyperbola.c). A multiplication by the a-file copies the slider's rank to all ranks, and
 * the diagonal selects one square of each. The same multiplication makes the attacks a rank again.
 * Tim Cooijmans, 2014, as https://www.chessprogramming.org/Hyperbola_Quintessence describes it; his
 * own page no longer exists.
 * Cost: queen 3 loads, 8 byte swaps, 2 multiplications; 1.5 KiB. Branchless. */
#include "arithmetic_lines.h"
#include "line_getters.h"

/* The line has at most one square on each rank, and not the slider's. */
static inline bitboard hyperbola(bitboard line, bitboard slider, bitboard occupied)
{
    bitboard o = occupied & line;
    bitboard up = o - slider, down = swap_bytes(o) - swap_bytes(slider);
    return EVALUATE_NOW((up ^ swap_bytes(down)) & line);
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    if (line != RANK_LINE)
        return hyperbola(LINE(line, square), square_bit(square), occupied);

    unsigned shift = square & 56;
    bitboard slider = square_bit(9 * file_of(square));
    bitboard all_ranks = (occupied >> shift & RANK_1) * FILE_A;
    return hyperbola(DIAGONAL_A1H8 ^ slider, slider, all_ranks) * FILE_A >> 56 << shift;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, ranks on the main diagonal",
    .author = "Gerd Isenberg, Aleks Peshkov, Tim Cooijmans",
    .year = "2014",
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof lines[0], 2 * sizeof lines[0], 3 * sizeof lines[0]),
    .init = init,
    .tables = {TABLE(lines)},
};
