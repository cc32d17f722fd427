/* SPDX-License-Identifier: MIT
 * One line at a time, by its six inner squares: tables and getters of the kindergarten schemes,
 * which differ in how they gather six scattered bits. A file includes this and then defines
 *
 *     unsigned diagonal_index(bitboard diagonal)   of a board empty off one (anti)diagonal
 *     unsigned file_index(bitboard file)           of a board empty off a2..a7
 *
 * Both are below 64. diagonal_index() has file b in bit 0 ... file g in bit 5 and ignores the
 * files a and h; file_index() may use any order. Instead of file_index() a file may define
 * file_attacks(), with a #define as in scheme.h, before it includes this. */
#include "first_rank.h"
#include "inner_file.h"

/* One struct has one base address. Masks side by side would take one instruction more to reach. */
static ALIGNED(64) struct diagonals {
    bitboard diagonal[64], antidiagonal[64]; /* without the square itself */
    bitboard by_file[8][64];                 /* [file][files b to g] */
} diagonals;

static inline unsigned diagonal_index(bitboard diagonal);

/* Attacks along a diagonal are on the same files as attacks along a rank: by_file has the attacks
 * along a rank on all eight ranks, and the mask of a diagonal selects the diagonal's squares. */
static inline void init_diagonals(void)
{
    for (unsigned inner = 0; inner < 64; inner++)
        for (unsigned file = 0; file < 8; file++)
            diagonals.by_file[file][inner] =
                FILE_A * reference_line_attacks(RANK_LINE, file, inner << 1);
    for (unsigned square = 0; square < 64; square++) {
        diagonals.diagonal[square] = line_mask(DIAGONAL, square);
        diagonals.antidiagonal[square] = line_mask(ANTIDIAGONAL, square);
    }
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const bitboard *by_file = diagonals.by_file[file_of(square)];
    bitboard diagonal = diagonals.diagonal[square];
    bitboard antidiagonal = diagonals.antidiagonal[square];
    return (by_file[diagonal_index(occupied & diagonal)] & diagonal) |
           (by_file[diagonal_index(occupied & antidiagonal)] & antidiagonal);
}

#ifndef file_attacks
/* [rank][file_index()], for the a-file. */
static ALIGNED(64) bitboard a_file[8][64];

static inline unsigned file_index(bitboard file);

static inline void init(void)
{
    init_first_rank();
    init_diagonals();
    bitboard subset = 0;
    do {
        for (unsigned rank = 0; rank < 8; rank++)
            a_file[rank][file_index(subset)] = reference_line_attacks(FILE_LINE, 8 * rank, subset);
    } while ((subset = next_subset(subset, INNER_A_FILE)));
}

static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    unsigned file = file_of(square);
    return a_file[rank_of(square)][file_index(occupied >> file & INNER_A_FILE)] << file;
}

#define KINDERGARTEN_BYTES                                                                         \
    BYTES(sizeof first_rank + sizeof a_file, sizeof diagonals,                                     \
          sizeof first_rank + sizeof a_file + sizeof diagonals)
#define KINDERGARTEN_TABLES TABLE(first_rank), TABLE(diagonals), TABLE(a_file)
#endif

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rank_attacks(square, occupied) | file_attacks(square, occupied);
}
