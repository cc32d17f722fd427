/* SPDX-License-Identifier: MIT
 * The intersection of six supersets of a square, one for each rank from 2 to 7, which are `step`
 * entries apart. A superset's index is the bits of `occupied` under `mask`. The first of them is
 * bit `first_bit` on rank 2, and 8 bits further on each next rank. A function would change gcc's
 * code. */
#define SIX_RANKS(square_sets, step, occupied, first_bit, mask)                                    \
    ((square_sets)[0 * (step) + ((occupied) >> (first_bit) & (mask))] &                            \
     (square_sets)[1 * (step) + ((occupied) >> ((first_bit) + 8) & (mask))] &                      \
     (square_sets)[2 * (step) + ((occupied) >> ((first_bit) + 16) & (mask))] &                     \
     (square_sets)[3 * (step) + ((occupied) >> ((first_bit) + 24) & (mask))] &                     \
     (square_sets)[4 * (step) + ((occupied) >> ((first_bit) + 32) & (mask))] &                     \
     (square_sets)[5 * (step) + ((occupied) >> ((first_bit) + 40) & (mask))])
