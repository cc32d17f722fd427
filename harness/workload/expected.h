/* SPDX-License-Identifier: MIT
 * The sums that a correct kernel returns for a list. */
#ifndef EXPECTED_H
#define EXPECTED_H

#include "workload/list.h"

/* Attack sets from which the sums are computed: those of the oracle, or a mock's own. */
struct reference {
    const void *context;
    /* Returns piece_checksum(). */
    bitboard (*attacks)(const void *context, enum piece piece, unsigned square, bitboard occupied);
    bitboard (*attacks_of_set)(const void *context, enum piece piece, bitboard sliders,
                               bitboard occupied);
};

extern const struct reference oracle_reference;

/* Computes the sums into new arrays, which expected_free() frees. Sums of perft are node counts,
 * which need no reference. */
void expected_compute(const struct list *list, const struct reference *reference,
                      struct expected *expected);

#endif
