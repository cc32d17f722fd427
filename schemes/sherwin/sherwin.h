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

static ALIGNED(64) bitboard rook_table[ROOK_SUBSETS];
static ALIGNED(64) bitboard bishop_table[BISHOP_SUBSETS];

static inline void init_rook(unsigned square, unsigned base);
static inline void init_bishop(unsigned square, unsigned base);

static inline void init(void)
{
    unsigned rook_base = 0, bishop_base = 0;
    for (int bits = 12; bits >= 5; bits--)
        for (unsigned square = 0; square < 64; square++) {
            if (count_bits(rook_relevant(square)) == bits) {
                init_rook(square, rook_base);
                rook_base += 1u << bits;
            }
            if (count_bits(bishop_relevant(square)) == bits) {
                init_bishop(square, bishop_base);
                bishop_base += 1u << bits;
            }
        }
}
