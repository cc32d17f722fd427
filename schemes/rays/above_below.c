/* SPDX-License-Identifier: MIT
 * Above/Below (A/B) bitboards: an upward ray ends at its lowest blocker, a downward ray at its
 * highest. The mask of all bits below the first, or above the second, cuts off the hidden squares
 * without a second table lookup. Shawn Chidester, Bitfoot, 2015;
 * https://github.com/zd3nik/Bitfoot#ab-bitboards and
 * https://www.chessprogramming.org/Bitfoot#A/B_Bitboards, which names Martin Sedlak's scan-cut
 * (CCC, 13 February 2020, t=73082) as a similar idea.
 *
 * Here both cuts apply to the whole line: one mask keeps everything below the slider, the other
 * everything above it. The wiki's getter returns nothing for a downward ray without blocker.
 * Here a1, beyond which there is no square, is always such a blocker. Upward rays need none: 0 ^
 * (0 - 1) is every bit. Cost of a rook or bishop: 6 loads, 2 scans. 4 KiB each, a cache line per
 * square. Branchless, multiply-free. */
#include "board.h"

struct lines {
    bitboard up[2], down[2], line[2], padding[2]; /* down: with a1 */
};

static ALIGNED(64) struct lines rook_lines[64];
static ALIGNED(64) struct lines bishop_lines[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            struct lines *piece = line <= FILE_LINE ? &rook_lines[square] : &bishop_lines[square];
            bitboard mask = line_mask(line, square), below = square_bit(square) - 1;
            piece->up[line & 1] = mask & ~below;
            piece->down[line & 1] = (mask & below) | 1;
            piece->line[line & 1] = mask;
        }
}

/* Returns a line's squares up to and including the nearest blocker on either side. */
static inline bitboard cut(const struct lines *piece, unsigned i, bitboard occupied)
{
    bitboard above = piece->up[i] & occupied, below = piece->down[i] & (occupied | 1);
    bitboard below_first = above ^ (above - 1);
    /* The shift copies the sign: bits from 63 down to the highest of `below`. */
    bitboard above_last = (bitboard)(INT64_MIN >> leading_zeros(below));
    return piece->line[i] & below_first & above_last;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return cut(&rook_lines[square], 0, occupied) | cut(&rook_lines[square], 1, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return cut(&bishop_lines[square], 0, occupied) | cut(&bishop_lines[square], 1, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "A/B (above/below) bitboards",
    .author = "Shawn Chidester",
    .year = "2015",
    .source = "https://github.com/zd3nik/Bitfoot",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes =
        BYTES(sizeof rook_lines, sizeof bishop_lines, sizeof rook_lines + sizeof bishop_lines),
    .init = init,
    .tables = {TABLE(rook_lines), TABLE(bishop_lines)},
};
