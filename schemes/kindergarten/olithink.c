/* SPDX-License-Identifier: MIT
 * OliThink's keys: kindergarten indices (see kindergarten.c), combined with the square and the line
 * to the index of one flat array of complete sets.
 * Oliver Brausch, OliThink 5, 2008, https://www.chessprogramming.org/OliThink#SlidingPieceAttacks
 * The second half of its array, for attacks through the first blockers, is left out: these lookups
 * do not read it.
 * Cost: rook 1 multiplication and 2 loads, bishop 2 and 4; 129 KiB. Branchless. */
#include "board.h"
#include "inner_file.h"

/* [line 2 bits, square 6, key 6] */
static ALIGNED(64) bitboard line_sets[LINES << 12];

/* Diagonal and antidiagonal, without the square itself. */
static ALIGNED(64) bitboard diagonal_masks[2][64];

static inline unsigned line_key(enum line line, unsigned square, bitboard occupied)
{
    switch (line) {
    case RANK_LINE:
        return (unsigned)(occupied >> ((square & 56) + 1) & 63);
    case FILE_LINE:
        return (unsigned)((occupied >> file_of(square) & FILE_A) * C2_TO_H7 >> 58);
    default:
        occupied &= diagonal_masks[line - DIAGONAL][square];
        return (unsigned)(occupied * 0x0202020202020202u >> 58);
    }
}

static inline unsigned set_index(enum line line, unsigned square, bitboard occupied)
{
    return (unsigned)line << 12 | square << 6 | line_key(line, square, occupied);
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        diagonal_masks[0][square] = line_mask(DIAGONAL, square);
        diagonal_masks[1][square] = line_mask(ANTIDIAGONAL, square);
        for (enum line line = 0; line < LINES; line++) {
            bitboard keyed = line_mask(line, square) | square_bit(square), subset = 0;
            do
                line_sets[set_index(line, square, subset)] =
                    reference_line_attacks(line, square, subset);
            while ((subset = next_subset(subset, keyed)));
        }
    }
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    return line_sets[set_index(line, square, occupied)];
}

#include "line_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "OliThink's line keys",
    .author = "Oliver Brausch",
    .year = "2008",
    .source = "https://www.chessprogramming.org/OliThink#SlidingPieceAttacks",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof line_sets / 2, sizeof line_sets / 2 + sizeof diagonal_masks,
                         sizeof line_sets + sizeof diagonal_masks),
    .init = init,
    .tables = {TABLE(line_sets), TABLE(diagonal_masks)},
};
