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
 * Mocks and rows without a result have no rank. */
void rank_column(struct run *run, const struct measured_row *like);

/* Returns whether the row with index i is the first of its column in the run. */
bool is_first_of_column(const struct run *run, size_t i);

/* ---- twins ---- */

/* A/A controls: a twin is a second copy of another scheme's code. The ratio of the two shows the
 * effect of noise and of the place in memory. */

/* Returns the ratio of a twin to its original over the processes that measured both, with the
 * interval that their number allows. All is NAN if no process did, or if the row is not a twin's;
 * lo and hi are for fewer than two. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns whether the whole interval of that ratio is more than MARGIN from 1. */
bool twin_differs(const struct run *run, const struct measured_row *twin);

#endif
