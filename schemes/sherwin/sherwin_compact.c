/* SPDX-License-Identifier: MIT
 * Sherwin bitboards (see sherwin.c) with another layout of the rows: [square][byte][rank] in 16
 * bits. Most masked ranks are empty or equal to another one, and ranks with the same byte read the
 * same 16 bytes. A rook's eight loads touch 2.3 cache lines and a bishop's six 1.9, at random
 * squares with a quarter of the board occupied. The start of a rook's block needs more than 16 bits
 * and is stored beside the mask.
 *
 * Michael Sherwin, 2006: https://www.chessprogramming.org/Sherwin_Bitboards; this layout:
 * slidebench.
 *
 * Cost: rook 2 loads (mask, block), 8, then 1 that depends on them, 1,057 KiB; bishop 1, 6 and
 * 1, 106 KiB. Branchless, multiply-free. */
#include "sherwin.h"

struct rook_square {
    bitboard mask;
    const bitboard *attacks;
};

/* Rows are [square][byte][rank]; a bishop's byte is files b to g, its ranks 1 and 8 are unused. */
struct shares {
    uint16_t share[8];
};

static ALIGNED(64) struct shares rook_rows[64][256];
static ALIGNED(64) struct shares bishop_rows[64][64];
static ALIGNED(64) struct rook_square rook_squares[64];
static ALIGNED(64) bitboard bishop_mask[64];

static inline void init_rook(unsigned square, unsigned base)
{
    bitboard mask = rook_relevant(square);
    rook_squares[square].mask = mask;
    rook_squares[square].attacks = rook_table + base;
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned byte = 0; byte < 256; byte++)
            rook_rows[square][byte].share[rank] =
                (uint16_t)pext_portable((bitboard)byte << 8 * rank, mask);
    write_subsets(rook_table + base, square, mask, reference_rook_attacks);
}

static inline void init_bishop(unsigned square, unsigned base)
{
    bitboard mask = bishop_relevant(square);
    bishop_mask[square] = mask;
    for (unsigned rank = 1; rank < 7; rank++)
        for (unsigned inner = 0; inner < 64; inner++)
            bishop_rows[square][inner].share[rank] =
                (uint16_t)(base | pext_portable((bitboard)inner << (8 * rank + 1), mask));
    write_subsets(bishop_table + base, square, mask, reference_bishop_attacks);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct shares *row = rook_rows[square];
    bitboard o = occupied & rook_squares[square].mask;
    return rook_squares[square]
        .attacks[row[o & 255].share[0] | row[o >> 8 & 255].share[1] | row[o >> 16 & 255].share[2] |
                 row[o >> 24 & 255].share[3] | row[o >> 32 & 255].share[4] |
                 row[o >> 40 & 255].share[5] | row[o >> 48 & 255].share[6] | row[o >> 56].share[7]];
}

/* A masked bishop's board holds files b to g only: shifted by one, it yields indices below 64. */
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct shares *row = bishop_rows[square];
    bitboard o = (occupied & bishop_mask[square]) >> 1;
    return bishop_table[row[o >> 8 & 63].share[1] | row[o >> 16 & 63].share[2] |
                        row[o >> 24 & 63].share[3] | row[o >> 32 & 63].share[4] |
                        row[o >> 40 & 63].share[5] | row[o >> 48].share[6]];
}

#include "kernels.h"

#define ROOK_BYTES   (sizeof rook_squares + sizeof rook_rows + sizeof rook_table)
#define BISHOP_BYTES (sizeof bishop_mask + sizeof bishop_rows + sizeof bishop_table)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Sherwin, 16-bit rows by square, byte, rank",
    .author = "Michael Sherwin",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Sherwin_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
    .tables = {TABLE(rook_table), TABLE(bishop_table), TABLE(rook_rows), TABLE(bishop_rows),
               TABLE(rook_squares), TABLE(bishop_mask)},
};
