/* SPDX-License-Identifier: MIT
 * Sherwin bitboards: masks the relevant squares. A small table turns each rank's byte into its
 * share of an index. The OR of the shares selects the attacks. In effect, this is a PEXT made of
 * loads. A square's block of 2^n sets starts at a multiple of its size (sherwin.h). So the start
 * can be part of every share: an OR of the shares neither adds it twice nor carries.
 *
 * Michael Sherwin, 2006 (Winboard Forum, 14 September): tables and union as in Harald Lüßen's
 * Elephant, https://www.chessprogramming.org/Sherwin_Bitboards. His squares count from h1, these
 * from a1.
 *
 * Cost: rook 1 mask, 8 loads, then 1 that depends on them, 1,313 KiB; bishop 1, 6 and 1, 90 KiB.
 * Branchless, multiply-free.
 *
 * Without BYTES_FROM_MEMORY: bytes by shift and AND.
 *
 * With BYTES_FROM_MEMORY: bytes by a union. */
#include "sherwin.h"

union ranks {
    bitboard board;
    uint8_t byte[8];
};

#ifdef BYTES_FROM_MEMORY
/* Compilers turn a union into the same shifts and ands. The discussion of 2006 was about a board
 * stored to memory and its bytes loaded: so THROUGH_MEMORY makes the compiler assume that the
 * memory changed. */
#define THROUGH_MEMORY(ranks) HIDE_IN_MEMORY(ranks)
#define BYTE(ranks, rank)     BYTE_OF_RANK((ranks).byte, rank)
#else
#define THROUGH_MEMORY(ranks) ((void)0)
#define BYTE(ranks, rank)     (255 & (ranks).board >> 8 * (rank))
#endif

/* Rows are [square][rank][byte]; a bishop's byte is files b to g. The bishop's ranks 1 and 8 are
 * unused: with six rows, as printed, compilers for ARM compute a square's start by a multiply. */
static ALIGNED(64) struct rook_shares {
    int32_t share[256];
} rook_rows[64][8];
static ALIGNED(64) struct bishop_shares {
    int16_t share[64];
} bishop_rows[64][8];
static ALIGNED(64) bitboard rook_mask[64];
static ALIGNED(64) bitboard bishop_mask[64];

static inline void init_rook(unsigned square, unsigned base)
{
    bitboard mask = rook_relevant(square);
    rook_mask[square] = mask;
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned byte = 0; byte < 256; byte++)
            rook_rows[square][rank].share[byte] =
                (int32_t)(base | pext_portable((bitboard)byte << 8 * rank, mask));
    write_subsets(rook_table + base, square, mask, reference_rook_attacks);
}

static inline void init_bishop(unsigned square, unsigned base)
{
    bitboard mask = bishop_relevant(square);
    bishop_mask[square] = mask;
    for (unsigned rank = 1; rank < 7; rank++)
        for (unsigned inner = 0; inner < 64; inner++)
            bishop_rows[square][rank].share[inner] =
                (int16_t)(base | pext_portable((bitboard)inner << (8 * rank + 1), mask));
    write_subsets(bishop_table + base, square, mask, reference_bishop_attacks);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct rook_shares *row = rook_rows[square];
    union ranks o = {occupied & rook_mask[square]};
    THROUGH_MEMORY(o);
    return rook_table[row[0].share[BYTE(o, 0)] | row[1].share[BYTE(o, 1)] |
                      row[2].share[BYTE(o, 2)] | row[3].share[BYTE(o, 3)] |
                      row[4].share[BYTE(o, 4)] | row[5].share[BYTE(o, 5)] |
                      row[6].share[BYTE(o, 6)] | row[7].share[BYTE(o, 7)]];
}

/* A masked bishop's board holds files b to g only: shifted by one, it yields indices below 64. */
static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct bishop_shares *row = bishop_rows[square];
    union ranks o = {(occupied & bishop_mask[square]) >> 1};
    THROUGH_MEMORY(o);
    return bishop_table[row[1].share[BYTE(o, 1)] | row[2].share[BYTE(o, 2)] |
                        row[3].share[BYTE(o, 3)] | row[4].share[BYTE(o, 4)] |
                        row[5].share[BYTE(o, 5)] | row[6].share[BYTE(o, 6)]];
}

#include "kernels.h"

#define ROOK_BYTES   (sizeof rook_mask + sizeof rook_rows + sizeof rook_table)
#define BISHOP_BYTES (sizeof bishop_mask + sizeof bishop_rows * 6 / 8 + sizeof bishop_table)

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef BYTES_FROM_MEMORY
    .title = "Sherwin, bytes from memory (union)",
#else
    .title = "Sherwin, shift and AND",
#endif
    .author = "Michael Sherwin, Harald Lüßen",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Sherwin_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
    .tables = {TABLE(rook_table), TABLE(bishop_table), TABLE(rook_rows), TABLE(bishop_rows),
               TABLE(rook_mask), TABLE(bishop_mask)},
};
