/* SPDX-License-Identifier: MIT
 * Kindergarten bitboards (see kindergarten.c) with the 512 bytes of the first rank as the only
 * attack table: a second multiplication copies the byte found there to all ranks, or turns it into
 * the h-file.
 * Gerd Isenberg, 2006, https://www.chessprogramming.org/Kindergarten_Bitboards#SharedRankLookup
 * Cost: rook 2 multiplications and 2 loads, bishop 4 and 4; 1.5 KiB. Branchless. */
#include "arithmetic.h"
#include "first_rank.h"
#include "inner_file.h"

static ALIGNED(64) struct diagonal_masks {
    bitboard diagonal[64], antidiagonal[64]; /* without the square itself */
} diagonal_masks;

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        diagonal_masks.diagonal[square] = line_mask(DIAGONAL, square);
        diagonal_masks.antidiagonal[square] = line_mask(ANTIDIAGONAL, square);
    }
}

/* The file becomes a rank with rank 8 at the left, and a file again in the same order. */
static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    unsigned file = file_of(square);
    unsigned inner = (unsigned)((occupied >> file & INNER_A_FILE) * C2_TO_H7 >> 58);
    bitboard attacks = first_rank_attacks(inner, 7 - rank_of(square));
    return (attacks * DIAGONAL_A1H8 & FILE_H) >> (7 - file);
}

static inline bitboard diagonal_attacks(unsigned square, bitboard occupied, bitboard diagonal)
{
    unsigned inner = (unsigned)((occupied & diagonal) * (2 * FILE_A) >> 58);
    return first_rank_attacks(inner, file_of(square)) * FILE_A & diagonal;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rank_attacks(square, occupied) | file_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return diagonal_attacks(square, occupied, diagonal_masks.diagonal[square]) |
           diagonal_attacks(square, occupied, diagonal_masks.antidiagonal[square]);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kindergarten bitboards, first-rank table only",
    .author = "Gerd Isenberg",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Kindergarten_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof first_rank, sizeof first_rank + sizeof diagonal_masks,
                         sizeof first_rank + sizeof diagonal_masks),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(diagonal_masks)},
};
