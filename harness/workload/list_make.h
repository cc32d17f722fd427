/* SPDX-License-Identifier: MIT
 * Makes lists of any kind, with the sums that a correct kernel returns for them. */
#ifndef LIST_MAKE_H
#define LIST_MAKE_H

#include "workload/corpus.h"
#include "workload/list.h"

/* Makes a list that workload_possible() allows. Fails with STATUS_INPUT if the corpus gives fewer
 * than n items, or n queries that are all the same. */
bool list_make(struct list *list, const struct list_request *request, const struct corpus *corpus,
               struct error *error);

/* ---- the sums ---- */

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
