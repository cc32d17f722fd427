/* SPDX-License-Identifier: MIT
 * Rotated indices: in place of four rotated boards, the view holds a table index for each of the 46
 * lines: the occupancy of its inner squares. A change of occupancy flips a bit in four of them; a
 * lookup computes nothing. Alessandro Damiani, Fortress, 1997; rec.games.chess.computer, 31 October
 * 1997, https://www.chessprogramming.org/Rotated_Indices
 * Cost per line: 2 loads. 64 KiB per piece. Branchless, multiply-free, incremental. */
#include "rotated.h"

#include <string.h>

/* Diagonals by 7 + rank - file, antidiagonals by rank + file. */
typedef struct view {
    uint8_t rank[8], file[8], diagonal[16], antidiagonal[16];
} view;
#define view view

static ALIGNED(64) bitboard line_sets[64][LINES][64];

/* Returns a square's bit in the index of its line, by its place on that line; 0 at either end. */
static inline unsigned index_bit(unsigned place)
{
    return 1u << place >> 1 & 63;
}

static inline void toggle(view *v, unsigned square)
{
    unsigned rank = rank_of(square), file = file_of(square);
    uint8_t bit = (uint8_t)index_bit(file);
    v->rank[rank] ^= bit;
    v->file[file] ^= (uint8_t)index_bit(rank);
    v->diagonal[7 + rank - file] ^= bit;
    v->antidiagonal[rank + file] ^= bit;
}

static inline void set_view(view *v, bitboard occupied)
{
    memset(v, 0, sizeof *v);
    for (; occupied; occupied &= occupied - 1)
        toggle(v, (unsigned)trailing_zeros(occupied));
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++)
            for (unsigned index = 0; index < 64; index++)
                line_sets[square][line][index] =
                    reference_line_attacks(line, square, line_squares(line, square, index << 1));
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return line_sets[square][RANK_LINE][v->rank[rank_of(square)]] |
           line_sets[square][FILE_LINE][v->file[file_of(square)]];
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    unsigned rank = rank_of(square), file = file_of(square);
    return line_sets[square][DIAGONAL][v->diagonal[7 + rank - file]] |
           line_sets[square][ANTIDIAGONAL][v->antidiagonal[rank + file]];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Rotated indices",
    .author = "Alessandro Damiani",
    .year = "1997",
    .source = "https://www.chessprogramming.org/Rotated_Indices",
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes = BYTES(sizeof line_sets / 2, sizeof line_sets / 2, sizeof line_sets),
    .init = init,
    .tables = {TABLE(line_sets)},
};
