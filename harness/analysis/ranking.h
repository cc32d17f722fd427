/* SPDX-License-Identifier: MIT
 * Comparisons of the rows of one column: those of one workload, piece and mode. */
#ifndef RANKING_H
#define RANKING_H

#include "analysis/run.h"

/* The confidence of comparisons in a column. */
struct column_confidence {
    double each;        /* of one comparison, 0 to 1 */
    size_t comparisons; /* of each ranked row: with all others */
    /* For how many of them 95 % hold together: fewer than all, down to 0, if the run has too few
     * processes. */
    size_t corrected_for;
};

/* Returns the confidence in the column of the row `like`. All rows have their statuses. */
struct column_confidence column_confidence(const struct run *run, const struct measured_row *like);

/* Returns the least confidence of a row's own interval, of all rows with a result; NAN if one has
 * no interval. */
double interval_confidence(const struct run *run);

/* Ranks the rows of the column of `like` by the paired ratios of their processes, see stats.h.
 * Mocks and rows without a result have no rank. Returns false if out of memory. */
bool rank_column(struct run *run, const struct measured_row *like);

/* Returns whether the row with index i is the first of its column in the run. */
bool is_first_of_column(const struct run *run, size_t i);

#endif
