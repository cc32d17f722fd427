/* SPDX-License-Identifier: MIT
 * Correct results of a ray walk, changed in one manner each: faults that need more or less of
 * the board to be tried. WRONG(right) is the changed result, returned where SPOILED(square,
 * occupied). */
#include "board.h"

enum { D4 = 27, E6 = 44, C7 = 50 };

/* The 36 squares off a d4 queen's lines. */
#define OFF_D4     ~(reference_queen_attacks(D4, 0) | square_bit(D4))
#define SOME_BOARD UINT64_C(0x9e3779b97f4a7c15)

#define WRONG(right) ((right) ^ square_bit(square ^ 1))

#if defined LEAK_1 /* an irrelevant square changes the result */
#define SPOILED(square, occupied) (square == D4 && occupied >> C7 & 1)
#elif defined LEAK_2
#define SPOILED(square, occupied) (square == D4 && occupied >> C7 & occupied >> E6 & 1)
#elif defined LEAK_12 /* twelve must be occupied at once */
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
#elif defined ATTACKS_OWN_SQUARE
#undef WRONG
#define WRONG(right)              ((right) | square_bit(square))
#define SPOILED(square, occupied) (~occupied >> square & 1)
#elif defined EDGE_DROPPED /* a walk that ends before the h-file */
#undef WRONG
#define WRONG(right)              ((right) & ~FILE_H)
#define SPOILED(square, occupied) (file_of(square) < 7)
#endif

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard right = reference_rook_attacks(square, occupied);
    return SPOILED(square, occupied) ? WRONG(right) : right;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A ray walk's results, changed"};
