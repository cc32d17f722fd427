/* SPDX-License-Identifier: MIT
 * SISSY-PEXT: one PEXT packs the relevant squares of both lines of a piece, for a queen of all
 * four; the index is cut into fields, and each field looks up the attacks as if only its own
 * squares could be occupied. As in SISSY bitboards such a set holds the true one, because a blocker
 * only shortens its own ray; so their intersection is exact, wherever the cuts fall. FIELDS trades
 * loads for bytes.
 * slidebench, 2026; SISSY: Michael Sherwin, 2020,
 * https://www.chessprogramming.org/SISSY_Bitboards
 *
 * Cost of any piece, queen included: 1 + FIELDS loads, 1 pext, FIELDS - 1 ands, masks and shifts.
 * Branchless, multiply-free. KiB of tables for rook, bishop, queen:
 * 64 24 768 with two fields, 24 12 128 with three, 16 10 64 with four, 16 9 36 with five. */
#include "board.h"

enum { ROOK_BITS = 12, BISHOP_BITS = 9, QUEEN_BITS = 19 }; /* relevant squares, at most */

/* The index's bits are dealt out as evenly as can be, the longer fields first. */
#define WIDTH(bits, field) (((bits) + FIELDS - 1 - (field)) / FIELDS)
#define LONGER(bits)       ((bits) % FIELDS)
#define ENTRIES(bits)                                                                              \
    ((LONGER(bits) << WIDTH(bits, 0)) + ((FIELDS - LONGER(bits)) << (bits) / FIELDS))

/* A square's part of a table. Sevens are rounded up: no address shall take a multiply. */
#define PART(bits) (ENTRIES(bits) % 7 ? ENTRIES(bits) : ENTRIES(bits) / 7 * 8)

static bitboard rook_table[64][PART(ROOK_BITS)] __attribute__((aligned(64)));
static bitboard bishop_table[64][PART(BISHOP_BITS)] __attribute__((aligned(64)));
static bitboard queen_table[64][PART(QUEEN_BITS)] __attribute__((aligned(64)));
static bitboard relevant[QUEEN + 1][64] __attribute__((aligned(64)));
static bitboard rook_lines[64] __attribute__((aligned(64)));

static bitboard slow_queen_attacks(unsigned square, bitboard occupied)
{
    return slow_rook_attacks(square, occupied) | slow_bishop_attacks(square, occupied);
}

/* Field by field: the subsets of the field's squares in counting order, which is PEXT's. */
static void fill(bitboard *entry, unsigned square, bitboard relevant_squares, unsigned bits,
                 bitboard (*slow_attacks)(unsigned, bitboard))
{
    for (unsigned field = 0; field < FIELDS; field++) {
        bitboard rest = relevant_squares, squares, subset = 0,
                 *next = entry + (1 << WIDTH(bits, field));
        for (unsigned i = 0; i < WIDTH(bits, field); i++)
            rest &= rest - 1;
        squares = relevant_squares ^ rest;
        relevant_squares = rest;
        do {
            *entry++ = slow_attacks(square, subset);
            subset = next_subset(subset, squares);
        } while (subset);
        entry = next; /* a square with fewer relevant squares leaves the rest unused */
    }
}

static void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        relevant[ROOK][square] = rook_relevant(square);
        relevant[BISHOP][square] = bishop_relevant(square);
        relevant[QUEEN][square] = rook_relevant(square) | bishop_relevant(square);
        rook_lines[square] = slow_rook_attacks(square, 0);
        fill(rook_table[square], square, relevant[ROOK][square], ROOK_BITS, slow_rook_attacks);
        fill(bishop_table[square], square, relevant[BISHOP][square], BISHOP_BITS,
             slow_bishop_attacks);
        fill(queen_table[square], square, relevant[QUEEN][square], QUEEN_BITS, slow_queen_attacks);
    }
}

#ifdef __BMI2__
#include <immintrin.h>

static inline bitboard look_up(const bitboard *part, unsigned bits, bitboard squares,
                               bitboard occupied)
{
    uint64_t index = _pext_u64(occupied, squares);
    bitboard attacks = ~(bitboard)0;
    for (unsigned field = 0; field < FIELDS; field++) {
        uint64_t size = (uint64_t)1 << WIDTH(bits, field);
        attacks &= part[field < FIELDS - 1 ? index & (size - 1) : index];
        part += size;
        index >>= WIDTH(bits, field);
    }
    return attacks;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(rook_table[square], ROOK_BITS, relevant[ROOK][square], occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(bishop_table[square], BISHOP_BITS, relevant[BISHOP][square], occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return look_up(queen_table[square], QUEEN_BITS, relevant[QUEEN][square], occupied);
}
#define queen_attacks queen_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard queen = queen_attacks(square, occupied);
    return (struct both){queen & rook_lines[square], queen & ~rook_lines[square]};
}
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "absent.h"
#endif

#define TITLE(fields)  TITLE_(fields)
#define TITLE_(fields) "SISSY-PEXT, " #fields " fields"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = TITLE(FIELDS),
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/SISSY_Bitboards",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes =
        BYTES(sizeof rook_table + sizeof *relevant, sizeof bishop_table + sizeof *relevant,
              sizeof queen_table + sizeof *relevant + sizeof rook_lines),
    .init = init,
};
