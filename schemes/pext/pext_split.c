/* SPDX-License-Identifier: MIT
 * Split PEXT: one pext per line instead of one for both lines of a rook or bishop, which shrinks
 * the sets from 841 KiB to 128. Ranks need no pext.
 * Daniel Infuehr, 2020, and Thomas Jahn, 2022 (SparseSubsets), independently; ranks after Michael
 * Sherwin, 2023. https://github.com/Gigantua/Chess_Movegen (SplitPext.hpp),
 * https://github.com/lithander/Leorik
 * Cost: rook 1 pext and 3 loads, bishop 2 and 4; 130 KiB. Branchless, multiply-free. */
#include "scheme.h"

#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"
#include "line_sets.h" /* defines init() and all getters by line_key() */

/* Loads the mask separately: Golden Cove renames a PEXT with an indexed load as two operations,
 * and one such PEXT per cycle. */
static inline size_t pext_alone(bitboard occupied, bitboard relevant)
{
    HIDE_FROM_COMPILER(relevant);
    return (size_t)pext(occupied, relevant);
}

static inline size_t line_key(enum line line, unsigned square, bitboard occupied)
{
    return line == RANK_LINE ? (size_t)(occupied >> ((square & 56) + 1) & 63)
                             : pext_alone(occupied, lines.relevant[line][square]);
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT bitboards, line by line",
    .author = "Daniel Infuehr; Thomas Jahn; Michael Sherwin",
    .year = "2020-2023",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(LINE_BYTES(1, 2), LINE_BYTES(2, 2), LINE_BYTES(3, 4)),
    .init = init,
    .tables = {TABLE(lines)},
};
