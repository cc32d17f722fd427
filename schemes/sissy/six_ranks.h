/* SPDX-License-Identifier: MIT
 * The intersection of six supersets of a square, one for each rank from 2 to 7. The rows of
 * successive ranks are `step` entries apart. The index on rank 2 is the bits of `occupied` from bit
 * `first_bit` on, under `mask`; on each next rank it begins 8 bits further. A macro, because gcc
 * generates other code for a function. */
#define SIX_RANKS(square_sets, step, occupied, first_bit, mask)                                    \
    ((square_sets)[0 * (step) + ((occupied) >> (first_bit) & (mask))] &                            \
     (square_sets)[1 * (step) + ((occupied) >> ((first_bit) + 8) & (mask))] &                      \
     (square_sets)[2 * (step) + ((occupied) >> ((first_bit) + 16) & (mask))] &                     \
     (square_sets)[3 * (step) + ((occupied) >> ((first_bit) + 24) & (mask))] &                     \
     (square_sets)[4 * (step) + ((occupied) >> ((first_bit) + 32) & (mask))] &                     \
     (square_sets)[5 * (step) + ((occupied) >> ((first_bit) + 40) & (mask))])
