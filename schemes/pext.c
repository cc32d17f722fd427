/* SPDX-License-Identifier: MIT
 * PEXT bitboards: one instruction of BMI2 packs the relevant occupancy into an exact index of a
 * dense table. Fancy magic without magic.
 * Zach Wegner, 2011, http://www.talkchess.com/forum/viewtopic.php?t=40333
 * Gerd Isenberg, 2013, http://www.talkchess.com/forum/viewtopic.php?t=48220
 * https://www.chessprogramming.org/BMI2#PEXT_Bitboards
 *
 * Cost per piece: 3 loads, 1 pext, which is slow on AMD before Zen 3. 800 KiB for rooks, 41 KiB for
 * bishops, 2 KiB. Branchless, multiply-free. */
#include "pext_table.h"

struct part {
    bitboard relevant;
    const bitboard *attacks;
};

static struct {
    struct part rook, bishop; /* two squares to a cache line */
} parts[64] __attribute__((aligned(64)));

static void set_up(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    parts[square].rook = (struct part){rook_relevant(square), rook};
    parts[square].bishop = (struct part){bishop_relevant(square), bishop};
}

static void init(void)
{
    pext_build(set_up);
}

#ifdef __BMI2__
#include <immintrin.h>

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].rook;
    return part->attacks[_pext_u64(occupied, part->relevant)];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct part *part = &parts[square].bishop;
    return part->attacks[_pext_u64(occupied, part->relevant)];
}

#include "kernels.h"
#else
#include "absent.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT bitboards",
    .author = "Zach Wegner, Gerd Isenberg",
    .year = "2011",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=48220",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = PEXT_TABLE_BYTES(parts),
    .init = init,
};
