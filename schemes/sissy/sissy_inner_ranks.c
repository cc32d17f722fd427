/* SPDX-License-Identifier: MIT
 * SISSY (see sissy.c) on ranks 2 to 7, and the slider's own rank by the first-rank table. Pieces on
 * ranks 1 and 8 shorten no vertical or diagonal ray, as those end there. They matter only along the
 * rank of a slider that is on rank 1 or 8. So the supersets leave out the slider's rank, and its
 * attacks are united with the result.
 *
 * Michael Sherwin, 2020; this form after a remark in
 * https://www.chessprogramming.org/SISSY_Bitboards
 *
 * Cost of a queen: 6 independent loads, 5 ands, 768 KiB, and the rank: 1 load, 2 shifts, 512
 * bytes. The file, a shifted constant, separates rook from bishop; a bishop needs no rank.
 * Branchless, multiply-free. */
#include "first_rank.h"
#include "six_ranks.h"

/* [rank - 1][square][byte], flat as in sissy.c. */
enum { RANK_STEP = 64 * 256 };
static ALIGNED(64) bitboard supersets[6 * RANK_STEP];

static inline bitboard reference_attacks_off_rank(unsigned square, bitboard occupied)
{
    return reference_line_attacks(FILE_LINE, square, occupied) |
           reference_bishop_attacks(square, occupied);
}

/* Squares off the lines do not matter: their entry is a copy of a previous one. */
static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++)
        for (unsigned rank = 1; rank < 7; rank++) {
            unsigned lines = reference_attacks_off_rank(square, 0) >> 8 * rank & 255;
            bitboard *entry = supersets + RANK_STEP * (rank - 1) + 256 * square;
            for (unsigned byte = 0; byte < 256; byte++)
                entry[byte] = byte & ~lines
                                  ? entry[byte & lines]
                                  : reference_attacks_off_rank(square, (bitboard)byte << 8 * rank);
        }
}

static inline bitboard attacks_off_rank(unsigned square, bitboard occupied)
{
    const bitboard *square_sets = supersets + 256 * (size_t)square;
    return SIX_RANKS(square_sets, RANK_STEP, occupied, 8, 255);
}

static inline bitboard file_through(unsigned square)
{
    return (bitboard)FILE_A << file_of(square);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return (attacks_off_rank(square, occupied) & file_through(square)) |
           rank_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return attacks_off_rank(square, occupied) & ~file_through(square);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return attacks_off_rank(square, occupied) | rank_attacks(square, occupied);
}
#define queen_attacks queen_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard off_rank = attacks_off_rank(square, occupied), file = file_through(square);
    struct both sets = {(off_rank & file) | rank_attacks(square, occupied), off_rank & ~file};
    return sets;
}
#define both_attacks both_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "SISSY, inner ranks | rank lookup",
    .author = "Michael Sherwin",
    .year = "2020",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=73083",
    .traits = BRANCHLESS | MULTIPLY_FREE | WIDE_INDEX,
    .table_bytes = BYTES(sizeof supersets + sizeof first_rank, sizeof supersets,
                         sizeof supersets + sizeof first_rank),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(supersets)},
};
