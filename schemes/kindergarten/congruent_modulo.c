/* SPDX-License-Identifier: MIT
 * Congruent modulo bitboards: all 256 subsets of squares k bits apart have different remainders.
 * The modulus is 2^k + 2 on files (k = 8) and diagonals (k = 9), 2^(k+1) + 1 on antidiagonals (k =
 * 7).
 * Trevor Fenner and Mark Levene, "Move Generation with Perfect Hashing Functions", ICGA Journal
 * 31(1), 2008. https://www.chessprogramming.org/Congruent_Modulo_Bitboards
 * Cost: a modulo by a constant per line, which compilers turn into two multiplications, one for
 * its high half; rook 2 loads, bishop 4; 515 KiB. Branchless. */
#include "arithmetic.h"
#include "first_rank.h"

enum { FILE_REST = 258, DIAGONAL_REST = 514, ANTIDIAGONAL_REST = 257 };

#define H1_TO_A8 0x0002040810204081u /* moved down to bit 0 */

static ALIGNED(64) bitboard file_sets[FILE_REST][64];
static ALIGNED(64) bitboard diagonal_sets[DIAGONAL_REST][64];
static ALIGNED(64) bitboard antidiagonal_sets[ANTIDIAGONAL_REST][64];

/* The lowest square of either line. Squares that wrap around the board from there do not matter:
 * the tables are built to ignore them. */
static ALIGNED(64) struct first_squares {
    uint8_t diagonal, antidiagonal;
} first_squares[64];

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        unsigned file = file_of(square), rank = rank_of(square);
        unsigned down = file < rank ? file : rank, back = 7 - file < rank ? 7 - file : rank;
        first_squares[square].diagonal = (uint8_t)(square - 9 * down);
        first_squares[square].antidiagonal = (uint8_t)(square - 7 * back);
        bitboard subset = 0;
        do
            file_sets[subset % FILE_REST][square] =
                reference_line_attacks(FILE_LINE, square, subset << file);
        while ((subset = next_subset(subset, FILE_A)));
        do
            diagonal_sets[subset % DIAGONAL_REST][square] =
                reference_line_attacks(DIAGONAL, square, subset << first_squares[square].diagonal);
        while ((subset = next_subset(subset, DIAGONAL_A1H8)));
        do
            antidiagonal_sets[subset % ANTIDIAGONAL_REST][square] = reference_line_attacks(
                ANTIDIAGONAL, square, subset << first_squares[square].antidiagonal);
        while ((subset = next_subset(subset, H1_TO_A8)));
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rank_attacks(square, occupied) |
           file_sets[(occupied >> file_of(square) & FILE_A) % FILE_REST][square];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard diagonal = occupied >> first_squares[square].diagonal & DIAGONAL_A1H8;
    bitboard antidiagonal = occupied >> first_squares[square].antidiagonal & H1_TO_A8;
    return diagonal_sets[diagonal % DIAGONAL_REST][square] |
           antidiagonal_sets[antidiagonal % ANTIDIAGONAL_REST][square];
}

#include "kernels.h"

#define ROOK_BYTES   (sizeof first_rank + sizeof file_sets)
#define BISHOP_BYTES (sizeof first_squares + sizeof diagonal_sets + sizeof antidiagonal_sets)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Congruent modulo bitboards",
    .author = "Trevor Fenner, Mark Levene",
    .year = "2008",
    .source = "https://www.chessprogramming.org/Congruent_Modulo_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(file_sets), TABLE(diagonal_sets), TABLE(antidiagonal_sets),
               TABLE(first_squares)},
};
