/* SPDX-License-Identifier: MIT
 * The intersection of six supersets of a square, one for each rank from 2 to 7, which are `step`
 * entries apart. A superset's index is the bits of `occupied` under `mask`. The first of them is
 * bit `first` on rank 2, and 8 bits further on each next rank. A function would change gcc's
 * code. */
#define SIX_RANKS(of_square, step, occupied, first, mask)                                          \
    ((of_square)[0 * (step) + ((occupied) >> (first) & (mask))] &                                  \
     (of_square)[1 * (step) + ((occupied) >> ((first) + 8) & (mask))] &                            \
     (of_square)[2 * (step) + ((occupied) >> ((first) + 16) & (mask))] &                           \
     (of_square)[3 * (step) + ((occupied) >> ((first) + 24) & (mask))] &                           \
     (of_square)[4 * (step) + ((occupied) >> ((first) + 32) & (mask))] &                           \
     (of_square)[5 * (step) + ((occupied) >> ((first) + 40) & (mask))])
