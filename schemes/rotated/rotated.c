/* SPDX-License-Identifier: MIT
 * Rotated bitboards: shifts the slider's line to the low bits of the board that holds it in
 * consecutive bits, and looks up the attacks along it. Robert Hyatt (Crafty, 1994), Peter Gillgasch
 * and Ernst A. Heinz (DarkThought, 1993-97), Urban Koistinen ("bitmaps of rotated boards",
 * gnu.chess, 2 March 1995); https://www.chessprogramming.org/Rotated_Bitboards,
 * ICCA Journal 20(3) and 22(4). The maps are DarkThought's (rotated.h); Crafty's, which rotate the
 * board visually, need a shift and a mask per square.
 *
 * With INDEX_BITS=8: the whole byte is the index. 256 KiB a rook or bishop.
 *
 * With INDEX_BITS=6: the index is the byte without its two ends, which are on the edge, where a
 * piece hides nothing (Roberto Waldteufel, CCC, 2 November 1998). 64 KiB a rook or bishop.
 *
 * A diagonal's byte also holds squares of another diagonal; table entries do not depend on those.
 * Cost per line: 2 loads, a shift, a mask. Branchless, multiply-free, incremental. */
#include "rotated.h"

/* The boards are stored rotated by this many bits, so that the index is at the low end of its
 * byte. */
#define FIRST_PLACE (INDEX_BITS == 6)

static inline unsigned rotated_bit(enum line line, unsigned square)
{
    return (line_shift(line, square) + place_on_line(line, square) - FIRST_PLACE) & 63;
}

#include "rotated_boards.h"

static ALIGNED(64) bitboard line_sets[64][LINES][1 << INDEX_BITS];

static inline void init(void)
{
    build_toggles();
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            for (unsigned index = 0; index < 1 << INDEX_BITS; index++)
                line_sets[square][line][index] = reference_line_attacks(
                    line, square, line_squares(line, square, index << FIRST_PLACE));
}

static inline bitboard attacks_on_line(enum line line, unsigned square, const view *v)
{
    bitboard places = v->board[line] >> line_shift(line, square);
    return line_sets[square][line][places & ((1 << INDEX_BITS) - 1)];
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return attacks_on_line(RANK_LINE, square, v) | attacks_on_line(FILE_LINE, square, v);
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return attacks_on_line(DIAGONAL, square, v) | attacks_on_line(ANTIDIAGONAL, square, v);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#if INDEX_BITS == 8
    .title = "Rotated bitboards",
    .author = "Robert Hyatt; Peter Gillgasch, Ernst A. Heinz; Urban Koistinen",
    .year = "1994",
    .source = "https://people.csail.mit.edu/heinz/dt/node8.html",
#else
    .title = "Rotated bitboards, inner six squares",
    .author = "Robert Hyatt; Peter Gillgasch, Ernst A. Heinz; Urban Koistinen; Roberto Waldteufel",
    .year = "1998",
    .source = "https://www.stmintz.com/ccc/index.php?id=31456",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes = BYTES(sizeof line_sets / 2, sizeof line_sets / 2, sizeof line_sets),
    .init = init,
    .tables = {TABLE(toggles), TABLE(line_sets)},
};
