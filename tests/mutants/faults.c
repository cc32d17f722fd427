/* SPDX-License-Identifier: MIT
 * A ray walk with one fault: in its attack sets, which need more or less of the board to be tried;
 * in the query for all sliders of a side; in the batch build; or in the timed kernel. */
#include "board.h"
#include "verify/verify.h"

#include <fenv.h>

enum { D4 = 27 };

/* ---- attack sets: WRONG(right) is the result where SPOILED(square, occupied) ---- */

/* The 36 squares off a d4 queen's lines. */
#define OFF_D4     ~(reference_queen_attacks(D4, 0) | square_bit(D4))
#define SOME_BOARD UINT64_C(0x9e3779b97f4a7c15)

#define WRONG(right) ((right) ^ square_bit(square ^ 1))

#if defined LEAK_12 /* twelve irrelevant squares must be occupied at once */
#define TWELVE                    (OFF_D4 & 0x00ff0000ffff0000u)
#define SPOILED(square, occupied) (square == D4 && (occupied & TWELVE) == TWELVE)
#elif defined LEAK_36 /* all 36 must be as on one board: no list of boards contains it */
#define SPOILED(square, occupied) (square == D4 && !((occupied ^ SOME_BOARD) & OFF_D4))
#elif defined LEAK_CROWDED
#define SPOILED(square, occupied)                                                                  \
    (__builtin_popcountll(occupied & ~reference_rook_attacks(square, 0) & ~square_bit(square)) >=  \
     46)
#elif defined EMPTY_BOARD
#define SPOILED(square, occupied) (occupied == 0)
#elif defined FULL_BOARD
#define SPOILED(square, occupied) (occupied == ~(bitboard)0)
#elif defined NEEDS_OWN_SQUARE /* fails if the slider is not in the occupancy */
#undef WRONG
#define WRONG(right)              ((right)&0)
#define SPOILED(square, occupied) (~occupied >> square & 1)
#else
#define SPOILED(square, occupied) false
#endif

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard right = reference_rook_attacks(square, occupied);
    return SPOILED(square, occupied) ? WRONG(right) : right;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard right = reference_bishop_attacks(square, occupied);
#ifdef LEAK_BISHOP /* as LEAK_36, and rooks are right */
    return square == D4 && !((occupied ^ SOME_BOARD) & OFF_D4) ? WRONG(right) : right;
#endif
    return right;
}

/* ---- the query for all sliders of a side ---- */

#if defined SIDE_ALL_QUEENS || defined SIDE_FIRST_ALONE || defined SIDE_NO_QUEENS
static inline bitboard sliders_attacks(bitboard orthogonal, bitboard diagonal, bitboard occupied)
{
    bitboard attacks = 0;
#if defined SIDE_ALL_QUEENS /* both sets in all lanes */
    orthogonal = diagonal |= orthogonal;
#elif defined SIDE_FIRST_ALONE /* one slider of a set, as if there were no others */
    diagonal &= -diagonal;
#else                          /* sliders of both sets are lost */
    bitboard queens = orthogonal & diagonal;
    orthogonal ^= queens;
    diagonal ^= queens;
#endif
    for (; orthogonal; orthogonal &= orthogonal - 1)
        attacks |= rook_attacks((unsigned)__builtin_ctzll(orthogonal), occupied);
    for (; diagonal; diagonal &= diagonal - 1)
        attacks |= bishop_attacks((unsigned)__builtin_ctzll(diagonal), occupied);
    return attacks;
}
#define sliders_attacks sliders_attacks
#endif

/* ---- the batch build ---- */

#if defined BATCH_BUILD && defined BATCH_LANES /* no sum shows that two lanes are exchanged */
#define BATCH_WIDTH 4
static inline void rook_batch(const uint8_t *squares, const bitboard *occupied, bitboard *sets)
{
    for (unsigned i = 0; i < BATCH_WIDTH; i++)
        sets[i ^ (i < 2)] = rook_attacks(squares[i], occupied[i]);
}
#define rook_batch rook_batch
#elif defined BATCH_BUILD && defined BOARD_SQUARE /* one square is computed on an empty board */
static inline void bishop_board(bitboard occupied, bitboard *sets)
{
    for (unsigned square = 0; square < 64; square++)
        sets[square] = bishop_attacks(square, square == D4 ? 0 : occupied);
}
#define bishop_board bishop_board
#endif

#include "kernels.h"

/* ---- the timed kernel ---- */

#if defined LOOP_SKIPS_ONE || defined LOOP_ROUNDING || defined LOOP_DIRECTION_FLAG ||              \
    defined LOOP_UPPER_HALVES
#define FAULTY_LOOP
static inline bitboard faulty(const struct queries *queries)
{
    if (VERIFY_LIST_LENGTH - queries->n < 2) /* the verifier's two lists */
        return queen_throughput(queries);
#ifdef LOOP_SKIPS_ONE
    struct queries fewer = *queries;
    fewer.n--;
    return queen_throughput(&fewer);
#else
    bitboard sum = queen_throughput(queries);
#if defined LOOP_ROUNDING
    fesetround(FE_UPWARD);
#elif defined LOOP_DIRECTION_FLAG && defined __x86_64__
    __asm__ volatile("std");
#elif defined LOOP_UPPER_HALVES && defined __x86_64__
    __asm__ volatile("vpcmpeqd %ymm15, %ymm15, %ymm15");
#endif
    return sum;
#endif
}

/* The kernel overrides that of SCHEME_CODE, on purpose. */
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "A ray walk with a fault",
#ifdef LOOP_UPPER_HALVES
    .needs = "avx2",
#endif
#ifdef FAULTY_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = faulty,
#endif
};
