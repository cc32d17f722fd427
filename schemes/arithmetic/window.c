/* SPDX-License-Identifier: MIT
 * Windows: on a line, x ^ (x - 1) of the blockers above the slider has ones up to the lowest of
 * them. A sign shifted down arithmetically to the highest blocker below has ones from there on. The
 * intersection of both with the line is the attack set. It has the same ends as by obstruction
 * difference, but no bit is isolated and neither end depends on the other. Ranks come from a table.
 * slidebench, 2026; obstruction difference: Michael Hoffmann, 2009,
 * https://www.chessprogramming.org/Obstruction_Difference; both ends, ray by ray: Toshihiko Okuhara
 * in Cfish, 2020.
 *
 * As in genetic obstruction difference, a1 always counts as a blocker below, so that there is one;
 * from a1 on the mask has all squares of the line.
 * Cost: queen 9 masks and 1 rank byte loaded, 3 leading-zero counts; 4.5 KiB + 512 B.
 * Branchless, multiply-free. */
#include "arithmetic.h"
#include "first_rank.h"

static ALIGNED(64) struct masks {
    bitboard upper, lower, line; /* lower: with a1 */
} masks[64][LINES - FILE_LINE];

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = FILE_LINE; line < LINES; line++) {
            bitboard mask = line_mask(line, square), lower = mask & (square_bit(square) - 1);
            masks[square][line - FILE_LINE].lower = lower | 1;
            masks[square][line - FILE_LINE].upper = mask ^ lower;
            masks[square][line - FILE_LINE].line = mask;
        }
}

/* >> of a negative number keeps its sign with every compiler that can build these sources. */
static inline bitboard window(enum line line, unsigned square, bitboard occupied)
{
    bitboard upper = occupied & masks[square][line - FILE_LINE].upper;
    bitboard lower = (occupied | 1) & masks[square][line - FILE_LINE].lower;
    bitboard from_lower = (bitboard)(INT64_MIN >> leading_zeros(lower));
    return EVALUATE_NOW((upper ^ (upper - 1)) & masks[square][line - FILE_LINE].line & from_lower);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rank_attacks_by_index(square, occupied) | window(FILE_LINE, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return window(DIAGONAL, square, occupied) | window(ANTIDIAGONAL, square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Windows between blockers",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Obstruction_Difference",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(sizeof masks / 3 + sizeof first_rank, sizeof masks * 2 / 3,
                         sizeof masks + sizeof first_rank),
    .init = init,
    .tables = {TABLE(masks), TABLE(first_rank)},
};
