/* SPDX-License-Identifier: MIT
 * Kindergarten bitboards (see kindergarten.c) with magic compression: on a file a rook has at most
 * 12 attack sets. So magics exist that let occupancies of equal attacks collide, in 16 or 32
 * entries per rank instead of 64. The shift, 60 or 59, is stored in the magic's upper six bits.
 * Grant Osborne, CCC, July 2008, who found these magics,
 * https://www.chessprogramming.org/Kindergarten_Bitboards#MagicCompression
 * Two corrections of the printed version. The magics of the first and the eighth rank change
 * places. The rook's own square must be masked out, or only those two ranks are right.
 * Cost: rook 1 multiplication and 5 loads, two of them dependent, bishop 2 and 4; 7.2 KiB.
 * Branchless. */
#include "board.h"

static inline bitboard file_attacks(unsigned square, bitboard occupied);
#define file_attacks file_attacks

#include "kindergarten.h"

static ALIGNED(64) bitboard a_file[4 * 32 + 4 * 16];

static const uint64_t file_magics[8] = {
    0xee404b349599ff88, 0xf024691a3227ff42, 0xf2808817cad6ff0c, 0xed6edfbe467977d5,
    0xec87cb0d961ec43a, 0xf2ff594e14d8801c, 0xf2ff5d69d4e3e7d6, 0xefffa39db01b23a3,
};

static ALIGNED(64) struct file_lookup {
    bitboard relevant;
    uint64_t magic;
    const bitboard *attacks; /* part of a_file */
} file_lookups[8];           /* by rank */

static inline unsigned diagonal_index(bitboard diagonal)
{
    return (unsigned)(diagonal * (2 * FILE_A) >> 58);
}

static inline size_t index_on(unsigned rank, bitboard file)
{
    uint64_t magic = file_lookups[rank].magic;
    return (size_t)((file & file_lookups[rank].relevant) * magic >> (magic >> 58));
}

static inline void init(void)
{
    init_first_rank();
    init_diagonals();
    bitboard *attacks = a_file;
    for (unsigned rank = 0; rank < 8; rank++) {
        bitboard relevant = relevant_on_line(FILE_LINE, 8 * rank), subset = 0;
        file_lookups[rank].relevant = relevant;
        file_lookups[rank].magic = file_magics[rank];
        file_lookups[rank].attacks = attacks;
        do
            attacks[index_on(rank, subset)] = reference_line_attacks(FILE_LINE, 8 * rank, subset);
        while ((subset = next_subset(subset, relevant)));
        attacks += (size_t)1 << (64 - (file_lookups[rank].magic >> 58));
    }
}

static inline bitboard file_attacks(unsigned square, bitboard occupied)
{
    unsigned file = file_of(square), rank = rank_of(square);
    return file_lookups[rank].attacks[index_on(rank, occupied >> file)] << file;
}

#include "kernels.h"

#define ROOK_BYTES (sizeof first_rank + sizeof a_file + sizeof file_lookups)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kindergarten bitboards, magic compression",
    .author = "Grant Osborne",
    .year = "2008",
    .source = "https://www.chessprogramming.org/Kindergarten_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(ROOK_BYTES, sizeof diagonals, ROOK_BYTES + sizeof diagonals),
    .init = init,
    .tables = {TABLE(first_rank), TABLE(diagonals), TABLE(a_file), TABLE(file_lookups)},
};
