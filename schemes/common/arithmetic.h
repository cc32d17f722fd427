/* SPDX-License-Identifier: MIT
 * Building blocks of the schemes that compute attacks from the occupancy of a line: lines
 * without tables, the highest bit, bit reversal. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include "board.h"

#define DIAGONAL_A1H8 0x8040201008040201u
#define DIAGONAL_A8H1 0x0102040810204080u

/* Completes one line before the next one begins. Without it gcc 12 starts all lines of a queen
 * at once, runs out of registers and spills them, even to mask registers. */
#ifdef __GNUC__
#define EVALUATE_NOW(value)                                                                        \
    __extension__({                                                                                \
        bitboard finished = (value);                                                               \
        HIDE_FROM_COMPILER(finished);                                                              \
        finished;                                                                                  \
    })
#else
#define EVALUATE_NOW(value) (value)
#endif

/* Returns line_mask() by a few instructions, without reading memory. A diagonal is the exclusive
 * or of its parts above and below the slider, both of which include the slider. Each part is the
 * main diagonal, shifted until it ends or begins on the slider's file, and then shifted to the
 * slider's rank: four shifts, and no choice between left and right. */
static inline bitboard computed_line(enum line line, unsigned square)
{
    unsigned file = 8 * file_of(square), rank = square & 56;
    switch (line) {
    case RANK_LINE:
        return (bitboard)RANK_1 << rank ^ square_bit(square);
    case FILE_LINE:
        return FILE_A << file_of(square) ^ square_bit(square);
    case DIAGONAL:
        return (DIAGONAL_A1H8 >> file << rank) ^ (DIAGONAL_A1H8 << (56 - file) >> (56 - rank));
    default:
        return (DIAGONAL_A8H1 >> (56 - file) << rank) ^ (DIAGONAL_A8H1 << file >> (56 - rank));
    }
}

/* Returns the highest square of a set; a1 for the empty set. */
static inline bitboard highest(bitboard b)
{
    return (bitboard)1 << 63 >> leading_zeros(b | 1);
}

/* Returns the squares of a set below a square. The instruction BZHI does this, but gcc 12 does not
 * generate it from the expression. */
#ifdef BATCH_BUILD /* vectors have no BZHI */
#define SQUARES_BELOW(b, square) ((b) & (square_bit(square) - 1))
#else
#if defined(__GNUC__) && defined(__BMI2__) && defined(__x86_64__)
#define SQUARES_BELOW(b, square) __builtin_ia32_bzhi_di(b, square)
#else
#define SQUARES_BELOW(b, square) ((b) & (square_bit(square) - 1))
#endif
#endif

/* Returns all squares up to and including the lowest of a set; all 64 for the empty set. gcc 12
 * generates a BLSMSK only if the expression contains nothing else. */
static inline bitboard up_to_lowest(bitboard b)
{
    bitboard all = b ^ (b - 1);
#ifndef __clang__
    HIDE_FROM_COMPILER(all);
#endif
    return all;
}

/* Rotates the board by 180 degrees: square s becomes 63 - s. One instruction on AArch64 and
 * LoongArch, two on RISC-V with Zbkb. Elsewhere it is emulated by three exchanges within bytes
 * and a byte swap. */
#if defined(__aarch64__) || (defined(__loongarch__) && __loongarch_grlen == 64) ||                 \
    (defined(__riscv_zbkb) && __riscv_xlen == 64)
#define BIT_REVERSAL "bit reversal"
#else
#define BIT_REVERSAL "bit reversal, emulated"
#endif

static inline bitboard reversed(bitboard b)
{
#if defined(__aarch64__)
    __asm__("rbit %0, %0" : "+r"(b));
    return b;
#elif defined(__loongarch__) && __loongarch_grlen == 64
    __asm__("bitrev.d %0, %0" : "+r"(b));
    return b;
#else
#if defined(__riscv_zbkb) && __riscv_xlen == 64
    __asm__("brev8 %0, %0" : "+r"(b));
#else
    b = (b >> 1 & 0x5555555555555555u) + 2 * (b & 0x5555555555555555u);
    b = (b >> 2 & 0x3333333333333333u) + 4 * (b & 0x3333333333333333u);
    b = (b >> 4 & 0x0f0f0f0f0f0f0f0fu) + 16 * (b & 0x0f0f0f0f0f0f0f0fu);
#endif
    return swap_bytes(b);
#endif
}

#endif
