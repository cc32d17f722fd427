/* SPDX-License-Identifier: MIT
 * Lists of queries: every machine and every scheme is asked the same ones, in the same order. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "corpus.h"
#include "error.h"
#include "scheme.h"

/* A list for one piece. It is walked round and round, so it must be long: a list of a few thousand
 * queries is learnt by heart by the branch predictor. */
struct workload {
    const char *name; /* "games", "games:2-15", "search", "random", "random:40"               */
    enum piece piece;
    size_t n;
    uint8_t *square;    /* [n]                                                                */
    bitboard *occupied; /* [n]                                                                */
    bitboard *sums;     /* [n + 1]: sums[i] adds up piece_checksum() of the oracle's answers to
                           the first i queries, so that any stretch of the list can be checked */
    double men;         /* occupied squares, mean over the list                               */
};

/* Is there a workload of this name? Else STATUS_USAGE. */
bool workload_exists(const char *name, struct error *error);

/* "games": for each position of the corpus, in order, each piece of this kind of the side to move;
 * for BOTH, each rook, bishop and queen. "games:2-15": of positions with 2 to 15 men alone, and of both
 * sides, as there are fewer of these.
 * "search": what a search (search.h) from positions of the corpus, far from each other, asks; for BOTH, all of it.
 * An error if the corpus gives fewer than n: `corpus_name` is said.
 * "random": a uniform square, and each square occupied with a probability of 25 %, as by and-ing two random
 * words; "random:40": of 40 %. The corpus is not looked at. */
bool workload_make(struct workload *workload, const char *name, enum piece piece, size_t n,
                   uint64_t seed, const struct corpus *corpus, const char *corpus_name,
                   struct error *error);

void workload_free(struct workload *workload);

#endif
