/* SPDX-License-Identifier: MIT
 * PEXT bitboards: one instruction of BMI2 packs the relevant occupancy into an exact index of a
 * dense table. Fancy magic without magics.
 * Zach Wegner, 2011, http://www.talkchess.com/forum/viewtopic.php?t=40333
 * Gerd Isenberg, 2013, http://www.talkchess.com/forum/viewtopic.php?t=48220
 * https://www.chessprogramming.org/BMI2#PEXT_Bitboards
 *
 * With ARRAY_PER_FIELD: an array per field in place of a struct per square, as in Cfish
 * (src/bmi2-plain.h, 2016): the address takes no shift, and the result is available one or two
 * cycles sooner. But an indexed address splits pext into two operations. Where the compiler keeps a
 * struct's address in a register, as gcc does, the struct is faster for a rook or bishop in
 * throughput.
 * Ideas are free, code is ours: Cfish is under GPL-3; this follows its layout.
 *
 * Cost per piece: 3 loads, 1 pext, which is slow on AMD before Zen 3. 800 KiB for rooks, 41 KiB
 * for bishops, and 2 KiB of masks and pointers. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"
#include "pext_table.h"

#ifdef ARRAY_PER_FIELD
static ALIGNED(64) struct square_data {
    bitboard relevant[PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
} square_data[2]; /* [OF_ROOKS], [OF_BISHOPS] */
#define FIELD(piece, square, field) square_data[piece].field[square]
#else
static ALIGNED(64) struct square_data {
    bitboard relevant;
    const bitboard *attacks;
} square_data[64][2]; /* two squares to a cache line */
#define FIELD(piece, square, field) square_data[square][piece].field
#endif

static inline void set_square_data(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    FIELD(OF_ROOKS, square, relevant) = rook_relevant(square);
    FIELD(OF_ROOKS, square, attacks) = rook;
    FIELD(OF_BISHOPS, square, relevant) = bishop_relevant(square);
    FIELD(OF_BISHOPS, square, attacks) = bishop;
}

static inline void init(void)
{
    pext_build(set_square_data);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return FIELD(OF_ROOKS, square, attacks)[pext(occupied, FIELD(OF_ROOKS, square, relevant))];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return FIELD(OF_BISHOPS, square, attacks)[pext(occupied, FIELD(OF_BISHOPS, square, relevant))];
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef ARRAY_PER_FIELD
    .title = "PEXT bitboards, an array per field",
    .author = "Ronald de Man",
    .year = "2016",
    .source = "https://github.com/syzygy1/Cfish",
#else
    .title = "PEXT bitboards",
    .author = "Zach Wegner, Gerd Isenberg",
    .year = "2011",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=40333",
#endif
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes =
        BYTES(ROOK_SET_BYTES + sizeof square_data / 2, BISHOP_SET_BYTES + sizeof square_data / 2,
              sizeof pext_table + sizeof square_data),
    .init = init,
    .tables = {TABLE(pext_table), TABLE(square_data)},
};
