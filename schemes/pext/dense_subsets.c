/* SPDX-License-Identifier: MIT
 * Dense subsets: split PEXT (see pext_split.c), including ranks. Each line of each square has only
 * as many sets as it needs, in its own part of the table: 6784 in all.
 * Thomas Jahn, 2023, https://github.com/lithander/Leorik (Leorik.Core/Slider/DenseSubsets.cs)
 * Cost: rook 2 pext and 6 loads, bishop the same; 57 KiB. Branchless, multiply-free. */
#include "board.h"

#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"

/* Bishops' sets come before rooks'. */
enum { BISHOP_SETS = 1664, ROOK_SETS = 5120 };

static ALIGNED(64) bitboard table[BISHOP_SETS + ROOK_SETS];

static ALIGNED(64) struct line_tables {
    bitboard relevant[PADDED_SQUARES];
    const bitboard *sets[PADDED_SQUARES];
} lines[LINES];

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    return lines[line].sets[square][pext(occupied, lines[line].relevant[square])];
}

static inline void init(void)
{
    static const enum line order[] = {DIAGONAL, ANTIDIAGONAL, RANK_LINE, FILE_LINE};
    bitboard *next = table;
    for (int piece = 0; piece < 4; piece += 2)
        for (unsigned square = 0; square < 64; square++)
            for (int i = piece; i < piece + 2; i++) {
                enum line line = order[i];
                bitboard relevant = relevant_on_line(line, square), subset = 0;
                lines[line].relevant[square] = relevant;
                lines[line].sets[square] = next;
                do
                    *next++ = reference_line_attacks(line, square, subset); /* in pext's order */
                while ((subset = next_subset(subset, relevant)));
            }
}

#include "line_getters.h"

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT bitboards, line by line, dense",
    .author = "Thomas Jahn",
    .year = "2023",
    .source = "https://github.com/lithander/Leorik",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(ROOK_SETS * sizeof *table + sizeof lines,
                         BISHOP_SETS * sizeof *table + sizeof lines, sizeof table + sizeof lines),
    .init = init,
    .tables = {TABLE(lines), TABLE(table)},
};
