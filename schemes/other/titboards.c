/* SPDX-License-Identifier: MIT
 * Titboards: a line's squares are digits of a ternary number: 0 empty, 1 our piece, 2 theirs. A
 * table by square, line and number holds the squares that a slider can move to. The number is a
 * sum: each side's bitboard is gathered by line, as in kindergarten bitboards, and converted.
 * Zach Wegner, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5623
 * https://www.chessprogramming.org/Titboards
 *
 * Targets do not include an own piece that ends a ray, but the other side's targets do. So the
 * attack set is the union of both sides' targets. A move generator looks up those of one side only.
 *
 * Cost per line: 6 loads, two of them for this union, 2 multiplies. 2.1 MiB a rook or bishop, 4 KiB
 * to convert. Branchless. */
#include "titboards.h"
#include "arithmetic.h"

/* A factor moves a line to the top byte, ordered by files; a file, by ranks. */
static ALIGNED(64) struct line_parts {
    bitboard mask;
    uint64_t factor;
} lines[64][LINES];

static ALIGNED(64) uint16_t ternary[8][256]; /* [own bit][line] */

static inline void init_lines(void)
{
    for (unsigned own = 0; own < 8; own++)
        for (unsigned byte = 0; byte < 256; byte++)
            ternary[own][byte] = in_ternary(byte, own);
    for (unsigned square = 0; square < 64; square++) {
        for (enum line line = RANK_LINE; line < LINES; line++) {
            lines[square][line].mask = line_mask(line, square);
            lines[square][line].factor = FILE_A;
        }
        lines[square][FILE_LINE].factor = DIAGONAL_A8H1 >> file_of(square);
    }
}

static inline unsigned ternary_number(enum line line, unsigned square, bitboard side)
{
    const struct line_parts *parts = &lines[square][line];
    unsigned own = line == FILE_LINE ? rank_of(square) : file_of(square);
    return ternary[own][(side & parts->mask) * parts->factor >> 56];
}

static inline const bitboard *targets_of(enum line line, unsigned square)
{
    return targets[square][line];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Titboards",
    .author = "Zach Wegner",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5623",
    .traits = BRANCHLESS,
    .table_bytes = BYTES((sizeof targets + sizeof lines) / 2 + sizeof ternary,
                         (sizeof targets + sizeof lines) / 2 + sizeof ternary,
                         sizeof targets + sizeof lines + sizeof ternary),
    .init = init,
    .tables = {TABLE(lines), TABLE(ternary), TABLE(targets)},
};
