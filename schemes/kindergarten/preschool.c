/* SPDX-License-Identifier: MIT
 * Pre-school bitboards: the kindergarten indices of a piece's two lines, six bits each, are put
 * together to an index of twelve bits, which finds the attacks on both lines by one load.
 * tsoj, 24 October 2023, https://github.com/Gigantua/Chess_Movegen/pull/4 (PreSchool.hpp)
 *
 * Cost: rook 1 multiplication and 1 load, bishop 2 and 3. 2 MiB a piece, and 1 KiB of masks.
 * Branchless. */
#include "board.h"
#include "inner_file.h"

enum { INDICES = 1 << 12 }; /* six bits of each line */

static ALIGNED(64) bitboard rook_sets[64 * INDICES];
static ALIGNED(64) bitboard bishop_sets[64 * INDICES];
static ALIGNED(64) bitboard diagonals[64], antidiagonals[64]; /* without the square itself */

static inline size_t rook_index(unsigned square, bitboard occupied)
{
    size_t file = (size_t)((occupied >> file_of(square) & INNER_A_FILE) * C2_TO_H7 >> 58);
    size_t rank = (size_t)(occupied >> ((square & 56) + 1)) & 63;
    return file << 6 | rank;
}

static inline size_t six_bits(bitboard diagonal)
{
    return (size_t)(diagonal * 0x0202020202020202u >> 58);
}

static inline size_t bishop_index(unsigned square, bitboard occupied)
{
    return six_bits(occupied & antidiagonals[square]) << 6 | six_bits(occupied & diagonals[square]);
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        diagonals[square] = line_mask(DIAGONAL, square);
        antidiagonals[square] = line_mask(ANTIDIAGONAL, square);

        /* The indices contain squares that shorten no ray: the rook's own, and those of ranks 1
         * and 8 at the ends of diagonals. */
        bitboard squares = rook_relevant(square) | square_bit(square), subset = 0;
        bitboard *sets = rook_sets + (size_t)square * INDICES;
        do
            sets[rook_index(square, subset)] = reference_rook_attacks(square, subset);
        while ((subset = next_subset(subset, squares)));

        squares = diagonals[square] | antidiagonals[square];
        sets = bishop_sets + (size_t)square * INDICES;
        do
            sets[bishop_index(square, subset)] = reference_bishop_attacks(square, subset);
        while ((subset = next_subset(subset, squares)));
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rook_sets[(size_t)square * INDICES + rook_index(square, occupied)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishop_sets[(size_t)square * INDICES + bishop_index(square, occupied)];
}

#include "kernels.h"

#define DIAGONALS (sizeof diagonals + sizeof antidiagonals)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Pre-school bitboards",
    .author = "tsoj",
    .year = "2023",
    .source = "https://github.com/Gigantua/Chess_Movegen/pull/4",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof rook_sets, sizeof bishop_sets + DIAGONALS,
                         sizeof rook_sets + sizeof bishop_sets + DIAGONALS),
    .init = init,
    .tables = {TABLE(rook_sets), TABLE(bishop_sets), TABLE(diagonals), TABLE(antidiagonals)},
};
