/* SPDX-License-Identifier: MIT
 * BEXT: ARM's PEXT, of the extension SVE2-BITPERM. It works on vectors, so that one instruction
 * computes the indices of rook and bishop together; but the indices must be moved back to general
 * registers.
 * Sami Kiminki, 2025, https://github.com/skiminki/hoover-chess-utils,
 * pgn-reader/src/bitboard-attacks-aarch64-sve2-bitperm.h, disabled there
 * Ideas are free, code is ours: hoover is under GPL-3; this follows its comments.
 *
 * Cost per piece: 3 loads, 1 bext, 2 moves between register files; a queen's is 5 loads, 1 bext,
 * 3 moves. 800 KiB for rooks, 41 KiB for bishops, and 2 KiB of masks and pointers. Branchless,
 * multiply-free. */
#ifdef __ARM_FEATURE_SVE2_BITPERM
#include "pext_table.h"

#include <arm_sve.h>

static ALIGNED(64) struct square_data {
    bitboard relevant[2]; /* [OF_ROOKS], [OF_BISHOPS]: read as one vector */
    const bitboard *attacks[2];
} square_data[64];

static inline void set_square_data(unsigned square, const bitboard *rook, const bitboard *bishop)
{
    square_data[square].relevant[OF_ROOKS] = rook_relevant(square);
    square_data[square].relevant[OF_BISHOPS] = bishop_relevant(square);
    square_data[square].attacks[OF_ROOKS] = rook;
    square_data[square].attacks[OF_BISHOPS] = bishop;
}

static inline void init(void)
{
    pext_build(set_square_data);
}

static inline bitboard piece_attacks(unsigned piece, unsigned square, bitboard occupied)
{
    svuint64_t index = svbext_n_u64(svdup_u64(occupied), square_data[square].relevant[piece]);
    return square_data[square].attacks[piece][svlastb_u64(svptrue_pat_b64(SV_VL1), index)];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return piece_attacks(OF_ROOKS, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return piece_attacks(OF_BISHOPS, square, occupied);
}

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    svbool_t first = svptrue_pat_b64(SV_VL1), two = svptrue_pat_b64(SV_VL2);
    svuint64_t relevant = svld1_u64(two, square_data[square].relevant);
    svuint64_t index = svbext_u64(svdup_u64(occupied), relevant);
    struct both sets = {square_data[square].attacks[OF_ROOKS][svlastb_u64(first, index)],
                        square_data[square].attacks[OF_BISHOPS][svlastb_u64(two, index)]};
    return sets;
}
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "BEXT of SVE2, both indices at once",
    .author = "Sami Kiminki",
    .year = "2025",
    .source = "https://github.com/skiminki/hoover-chess-utils",
    .needs = "sve2-bitperm",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes =
        BYTES(ROOK_SET_BYTES + sizeof square_data / 2, BISHOP_SET_BYTES + sizeof square_data / 2,
              sizeof pext_table + sizeof square_data),
    .init = init,
    .tables = {TABLE(pext_table), TABLE(square_data)},
};
