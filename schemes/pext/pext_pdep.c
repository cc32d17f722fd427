/* SPDX-License-Identifier: MIT
 * PEXT and PDEP: a rook attacks at most 14 squares and a bishop 13, so that a table entry of 16
 * bits holds the attack set, packed when the table is built and unpacked by PDEP: a quarter of PEXT
 * bitboards' bytes.
 * Zach Wegner, 2011, http://www.talkchess.com/forum/viewtopic.php?t=40333
 * Lasse Hansen, "152k rook and bishop attacks using PEXT and PDEP", 2013, and in reply Ronald de
 * Man, with code: http://www.talkchess.com/forum/viewtopic.php?t=49611
 * Michael Sherwin had proposed an instruction PEXTPDEP on 5 December 2006 (Winboard Forum).
 * https://www.chessprogramming.org/BMI2#PEXT/PDEP_Bitboards
 *
 * Cost per piece: 4 loads, 1 pext, 1 pdep, both slow on AMD before Zen 3. 200 KiB for rooks, 10
 * KiB for bishops, 4 KiB. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "board.h"

#include <immintrin.h>

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

static uint16_t rook_table[ROOK_ENTRIES] __attribute__((aligned(64)));
static uint16_t bishop_table[BISHOP_ENTRIES] __attribute__((aligned(64)));

struct part {
    bitboard relevant, empty_board; /* attacks on it */
    const uint16_t *attacks;        /* packed, bit by bit of empty_board */
};

struct square_parts {
    struct part rook, bishop;
} __attribute__((aligned(64))); /* one cache line */

static struct square_parts parts[64] __attribute__((aligned(64)));

/* Fills a square's part. Returns the start of the next part. */
static uint16_t *build(struct part *of, unsigned square, bitboard relevant, uint16_t *entry,
                       bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    *of = (struct part){relevant, reference_attacks(square, 0), entry};
    do {
        *entry++ = (uint16_t)packed(reference_attacks(square, subset), of->empty_board);
        subset = next_subset(subset, relevant);
    } while (subset);
    return entry;
}

static void init(void)
{
    uint16_t *rook = rook_table, *bishop = bishop_table;
    for (unsigned square = 0; square < 64; square++) {
        rook =
            build(&parts[square].rook, square, rook_relevant(square), rook, reference_rook_attacks);
        bishop = build(&parts[square].bishop, square, bishop_relevant(square), bishop,
                       reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].rook;
    return _pdep_u64(part->attacks[_pext_u64(occupied, part->relevant)], part->empty_board);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].bishop;
    return _pdep_u64(part->attacks[_pext_u64(occupied, part->relevant)], part->empty_board);
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT and PDEP, 16-bit entries",
    .author = "Zach Wegner, Lasse Hansen, Ronald de Man",
    .year = "2011",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=49611",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(sizeof rook_table + 64 * sizeof(struct part),
                         sizeof bishop_table + 64 * sizeof(struct part),
                         sizeof rook_table + sizeof bishop_table + sizeof parts),
    .init = init,
    .tables = {TABLE(parts), TABLE(rook_table), TABLE(bishop_table)},
};
