/* SPDX-License-Identifier: MIT
 * Blockers and Beyond: starts with the set on the empty board, and clears the squares behind each
 * piece on it, one piece after another, in any order. Pieces behind the first blocker of a ray cost
 * a step without effect. Fabien Letouzey, mid 2000s (Chess-64), published with Senpai 1.0, 2014;
 * named by Gerd Isenberg, https://www.chessprogramming.org/Blockers_and_Beyond
 * Cost: 2 loads, and a load and a scan for each piece on the rays; the loop's exit must be
 * predicted. 33 KiB per piece, most of it shared. Multiply-free, branchy. */
#include "board.h"

struct lines {
    bitboard attacks;  /* on the empty board */
    bitboard blockers; /* those of them that can hide a square */
};

static ALIGNED(64) struct lines rook_lines[64];
static ALIGNED(64) struct lines bishop_lines[64];
static ALIGNED(64) struct lines queen_lines[64];
static ALIGNED(64) bitboard not_behind[64][64]; /* [slider][blocker] */

static inline void build_lines(struct lines *piece, unsigned square, bitboard attacks,
                               bitboard blockers)
{
    piece->attacks = attacks;
    piece->blockers = blockers;
    for (; blockers; blockers &= blockers - 1) {
        unsigned blocker = (unsigned)trailing_zeros(blockers);
        bitboard open = reference_rook_attacks(square, square_bit(blocker)) |
                        reference_bishop_attacks(square, square_bit(blocker));
        not_behind[square][blocker] = open | ~queen_lines[square].attacks;
    }
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        bitboard orthogonal = reference_rook_attacks(square, 0),
                 diagonal = reference_bishop_attacks(square, 0);
        queen_lines[square].attacks = orthogonal | diagonal;
        build_lines(&rook_lines[square], square, orthogonal, rook_relevant(square));
        build_lines(&bishop_lines[square], square, diagonal, bishop_relevant(square));
        queen_lines[square].blockers = rook_lines[square].blockers | bishop_lines[square].blockers;
    }
}

static inline bitboard unhidden(const struct lines *piece, unsigned square, bitboard occupied)
{
    bitboard attacks = piece->attacks;
    for (bitboard blockers = piece->blockers & occupied; blockers; blockers &= blockers - 1)
        attacks &= not_behind[square][trailing_zeros(blockers)];
    return attacks;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return unhidden(&rook_lines[square], square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return unhidden(&bishop_lines[square], square, occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return unhidden(&queen_lines[square], square, occupied);
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Blockers and Beyond",
    .author = "Fabien Letouzey",
    .year = "2014",
    .source = "https://www.chessprogramming.org/Blockers_and_Beyond",
    .traits = MULTIPLY_FREE,
    .table_bytes = {sizeof rook_lines + sizeof not_behind, sizeof bishop_lines + sizeof not_behind,
                    sizeof queen_lines + sizeof not_behind,
                    sizeof rook_lines + sizeof bishop_lines + sizeof not_behind},
    .init = init,
    .tables = {TABLE(rook_lines), TABLE(bishop_lines), TABLE(queen_lines), TABLE(not_behind)},
};
