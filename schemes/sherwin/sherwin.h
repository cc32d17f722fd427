/* SPDX-License-Identifier: MIT
 * The attack sets of Sherwin bitboards: for each square a block of 2^n sets, where n is the number
 * of its relevant squares. Blocks are in order of size, the largest first, so that each starts at a
 * multiple of its size. A scheme includes this and then defines
 *
 *     void init_rook(unsigned square, unsigned base)
 *     void init_bishop(unsigned square, unsigned base)
 *
 * which fill the block at `base` by write_subsets(), and the scheme's own tables. */
#include "board.h"

static bitboard rook_table[ROOK_SUBSETS] __attribute__((aligned(64)));
static bitboard bishop_table[BISHOP_SUBSETS] __attribute__((aligned(64)));

static void init_rook(unsigned square, unsigned base);
static void init_bishop(unsigned square, unsigned base);

static void init(void)
{
    unsigned rook_base = 0, bishop_base = 0;
    for (int bits = 12; bits >= 5; bits--)
        for (unsigned square = 0; square < 64; square++) {
            if (__builtin_popcountll(rook_relevant(square)) == bits) {
                init_rook(square, rook_base);
                rook_base += 1u << bits;
            }
            if (__builtin_popcountll(bishop_relevant(square)) == bits) {
                init_bishop(square, bishop_base);
                bishop_base += 1u << bits;
            }
        }
}
