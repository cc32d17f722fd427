/* SPDX-License-Identifier: MIT
 * Kindergarten Super SISSY bitboards, KiSS for short: kindergarten indices (see kindergarten.c)
 * into complete sets of each line of each square. Here SISSY means split index sub set yielding:
 * SISSY bitboards intersect supersets, whereas these sets are exact and united.
 * Michael Sherwin, 2023, https://www.talkchess.com/forum3/viewtopic.php?f=7&t=81234&start=30;
 * https://github.com/Gigantua/Chess_Movegen (KindergartenSuperSissyBoard.hpp)
 * Cost: rook 1 multiplication and 2 loads, bishop 2 and 4; 129 KiB. Branchless. */
#include "inner_file.h"
#include "line_sets.h" /* defines init() and all getters by line_key() */

/* clang removes the division and scales by four in the address. gcc does not, nor finds bextr. */
static inline size_t rank_key(unsigned square, bitboard occupied)
{
#ifndef BATCH_BUILD /* vectors do not have it */
#if defined(__BMI__) && defined(__x86_64__) && !defined(__clang__)
    return (size_t)__builtin_ia32_bextr_u64(occupied, (square & 56) + 0x601);
#endif
#endif
    return (size_t)(occupied >> (square & 56) & 0x7e) / 2;
}

static inline size_t line_key(enum line line, unsigned square, bitboard occupied)
{
    switch (line) {
    case RANK_LINE:
        return rank_key(square, occupied);
    case FILE_LINE:
        occupied = occupied >> file_of(square) & INNER_A_FILE;
        return (size_t)(occupied * C2_TO_H7 >> 58);
    default:
        occupied &= lines.relevant[line][square];
        return (size_t)(occupied * 0x0002020202020200u >> 58);
    }
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kindergarten Super SISSY bitboards (KiSS)",
    .author = "Michael Sherwin",
    .year = "2023",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=81234&start=30",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(LINE_BYTES(0, 2), LINE_BYTES(2, 2), LINE_BYTES(2, 4)),
    .init = init,
    .tables = {TABLE(lines)},
};
