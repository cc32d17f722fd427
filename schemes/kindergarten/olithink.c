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
static bitboard rays[LINES << 12] __attribute__((aligned(64)));

/* Diagonal and antidiagonal, without the square itself. */
static bitboard through[2][64] __attribute__((aligned(64)));

static inline unsigned key(enum line line, unsigned square, bitboard occupied)
{
    switch (line) {
    case RANK_LINE:
        return (unsigned)(occupied >> ((square & 56) + 1) & 63);
    case FILE_LINE:
        return (unsigned)((occupied >> file_of(square) & FILE_A) * C2_TO_H7 >> 58);
    default:
        occupied &= through[line - DIAGONAL][square];
        return (unsigned)(occupied * 0x0202020202020202u >> 58);
    }
}

static inline unsigned ray_index(enum line line, unsigned square, bitboard occupied)
{
    return (unsigned)line << 12 | square << 6 | key(line, square, occupied);
}

static void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        through[0][square] = line_mask(DIAGONAL, square);
        through[1][square] = line_mask(ANTIDIAGONAL, square);
        for (enum line line = 0; line < LINES; line++) {
            bitboard keyed = line_mask(line, square) | square_bit(square), subset = 0;
            do
                rays[ray_index(line, square, subset)] = line_attacks(line, square, subset);
            while ((subset = next_subset(subset, keyed)));
        }
    }
}

static inline bitboard attacks_on(enum line line, unsigned square, bitboard occupied)
{
    return rays[ray_index(line, square, occupied)];
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
    .table_bytes =
        BYTES(sizeof rays / 2, sizeof rays / 2 + sizeof through, sizeof rays + sizeof through),
    .init = init,
    .tables = {TABLE(rays), TABLE(through)},
};
