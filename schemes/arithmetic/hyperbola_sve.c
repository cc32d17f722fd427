/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence with two lines in an SVE register, as in hyperbola_neon. Here one
 * instruction reverses the bits of a word. The code works with registers of any length and uses 128
 * bits of them: four lines in 256 bits would help only queens, and would need a test of the length.
 * slidebench, 2026, on Isenberg's and Peshkov's hyperbola quintessence, 2007:
 * https://www.chessprogramming.org/Hyperbola_Quintessence
 *
 * Cost: rook or bishop 3 loads, 7 vector operations, 1 union of lanes, 1 move each way; queen 4
 * loads, 15 vector operations, 1 union; 2.5 KiB. Branchless, multiply-free. */
#ifdef __ARM_FEATURE_SVE
#include "line_pairs.h"

#include <arm_sve.h>

static inline svuint64_t hyperbola(svbool_t two, unsigned piece, unsigned square, bitboard occupied)
{
    svuint64_t mask = svld1_u64(two, masks[piece][square]);
    svuint64_t o = svand_n_u64_x(two, mask, occupied);
    svuint64_t up = svsub_n_u64_x(two, o, slider_bits[square]);
    svuint64_t down = svsub_n_u64_x(two, svrbit_u64_x(two, o), slider_bits[63 - square]);
    return svand_u64_x(two, sveor_u64_x(two, up, svrbit_u64_x(two, down)), mask);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    svbool_t two = svptrue_pat_b64(SV_VL2);
    return svorv_u64(two, hyperbola(two, OF_ROOKS, square, occupied));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    svbool_t two = svptrue_pat_b64(SV_VL2);
    return svorv_u64(two, hyperbola(two, OF_BISHOPS, square, occupied));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    svbool_t two = svptrue_pat_b64(SV_VL2);
    return svorv_u64(two, svorr_u64_x(two, hyperbola(two, OF_ROOKS, square, occupied),
                                      hyperbola(two, OF_BISHOPS, square, occupied)));
}
#define queen_attacks queen_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, two lines in an SVE register",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
    .needs = "sve",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof masks / 2 + sizeof slider_bits,
                         sizeof masks / 2 + sizeof slider_bits, sizeof masks + sizeof slider_bits),
    .init = init,
    .tables = {TABLE(masks), TABLE(slider_bits)},
};
