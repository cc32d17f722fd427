/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence (see hyperbola_rbit) with two lines in a NEON register: a bit reversal
 * within bytes and a byte reversal within words rotate both by 180 degrees. A register holds a
 * rook's rank and file, or a bishop's diagonals. The sum of two disjoint sets is their union.
 * slidebench, 2026, on Isenberg's and Peshkov's hyperbola quintessence, 2007:
 * https://www.chessprogramming.org/Hyperbola_Quintessence
 *
 * Cost: rook or bishop 3 loads, 10 vector operations, 1 move each way; queen 4 and 20; 2.5 KiB.
 * Branchless, multiply-free. */
#if defined(__ARM_NEON) && defined(__aarch64__)
#include "line_pairs.h"

#include <arm_neon.h>

static inline uint64x2_t rotated(uint64x2_t b)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(b))));
}

static inline uint64x2_t hyperbola(unsigned piece, unsigned square, bitboard occupied)
{
    uint64x2_t mask = vld1q_u64(masks[piece][square]);
    uint64x2_t o = vandq_u64(vdupq_n_u64(occupied), mask);
    uint64x2_t up = vsubq_u64(o, vld1q_dup_u64(&slider_bits[square]));
    uint64x2_t down = vsubq_u64(rotated(o), vld1q_dup_u64(&slider_bits[63 - square]));
    return vandq_u64(veorq_u64(up, rotated(down)), mask);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return vpaddd_u64(hyperbola(OF_ROOKS, square, occupied));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return vpaddd_u64(hyperbola(OF_BISHOPS, square, occupied));
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return vpaddd_u64(
        vorrq_u64(hyperbola(OF_ROOKS, square, occupied), hyperbola(OF_BISHOPS, square, occupied)));
}
#define queen_attacks queen_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hyperbola quintessence, two lines in a NEON register",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
    .needs = "neon",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof masks / 2 + sizeof slider_bits,
                         sizeof masks / 2 + sizeof slider_bits, sizeof masks + sizeof slider_bits),
    .init = init,
    .tables = {TABLE(masks), TABLE(slider_bits)},
};
