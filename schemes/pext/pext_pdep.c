/* SPDX-License-Identifier: MIT
 * PEXT and PDEP: a table entry of 16 bits holds a packed attack set, a quarter of PEXT bitboards'
 * bytes.
 * Zach Wegner, 2011, http://www.talkchess.com/forum/viewtopic.php?t=40333
 * Lasse Hansen, "152k rook and bishop attacks using PEXT and PDEP", 2013, and in reply Ronald de
 * Man, with code: http://www.talkchess.com/forum/viewtopic.php?t=49611
 * Michael Sherwin had proposed an instruction PEXTPDEP on 5 December 2006 (Winboard Forum).
 * https://www.chessprogramming.org/BMI2#PEXT/PDEP_Bitboards
 *
 * Cost per piece: 4 loads, 1 pext, 1 pdep, both slow on AMD before Zen 3. 200 KiB for rooks, 10
 * KiB for bishops, and 4 KiB of masks and pointers. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "packed_sets.h"

static ALIGNED(64) uint16_t packed_bishop_sets[BISHOP_SUBSETS];

struct ALIGNED(64) square_data {
    struct packed_lookup rook, bishop;
}; /* one cache line */

static ALIGNED(64) struct square_data square_data[64];

static inline void init(void)
{
    uint16_t *rook = packed_rook_sets, *bishop = packed_bishop_sets;
    for (unsigned square = 0; square < 64; square++) {
        rook = build_packed(&square_data[square].rook, square, rook_relevant(square), rook,
                            reference_rook_attacks);
        bishop = build_packed(&square_data[square].bishop, square, bishop_relevant(square), bishop,
                              reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return unpacked_attacks(&square_data[square].rook, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return unpacked_attacks(&square_data[square].bishop, occupied);
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
    .table_bytes = BYTES(sizeof packed_rook_sets + 64 * sizeof(struct packed_lookup),
                         sizeof packed_bishop_sets + 64 * sizeof(struct packed_lookup),
                         sizeof packed_rook_sets + sizeof packed_bishop_sets + sizeof square_data),
    .init = init,
    .tables = {TABLE(square_data), TABLE(packed_rook_sets), TABLE(packed_bishop_sets)},
};
