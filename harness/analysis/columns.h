/* SPDX-License-Identifier: MIT
 * What the rows of one column show together. A column is one workload, piece and mode. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

/* ---- columns ---- */

/* Returns an array of a row of each column, in the order in which every scheme has them, and NULL.
 * free() it. */
const struct measured_row **columns_of(const struct run *run);

/* ---- confidence ---- */

/* The confidence of comparisons in a column. */
struct column_confidence {
    double each;        /* of one comparison, 0 to 1 */
    size_t comparisons; /* of each ranked row: with all others */
    /* For how many of them 95 % hold together: fewer than all, down to 0, if the run has too few
     * processes. */
    size_t corrected_for;
    /* By how much of its time a twin in the column differs from its original; 0 if none does. All
     * intervals and ties of the column allow for it. */
    double twins_apart;
};

/* Returns whether a row is compared with `like` and all others of its column: it has a result, and
 * is no mock. */
bool column_compares(const struct measured_row *row, const struct measured_row *like);

/* Returns the confidence in the column of the row `like`. All rows have their statuses. */
struct column_confidence column_confidence(const struct run *run, const struct measured_row *like);

/* Returns the least confidence of a row's own interval, of all rows with a result; NAN if one has
 * no interval. */
double interval_confidence(const struct run *run);

/* Returns whether the row is the first of its column in the run. */
bool is_first_of_column(const struct run *run, const struct measured_row *row);

/* ---- twins ---- */

/* A/A controls: a twin is a second copy of another scheme's code. The ratio of the two shows the
 * effect of noise and of the place in memory. */

/* Returns the ratio of a twin to its original over the processes that measured both, with the
 * interval that their number allows. All is NAN if no process did, or if the row is not a twin's;
 * lo and hi are for fewer than two. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns by how much the slower of the two takes longer, as a share of the time of the faster one,
 * if the whole interval of that ratio is more than MARGIN from 1; else 0. */
double twins_apart(const struct run *run, const struct measured_row *twin);

/* ---- controls ---- */

/* A control takes a known number of cycles, see kernels/delay.h: with an original, more than that;
 * else, in THROUGHPUT, more than one addition. How the run reads them shows whether its ruler is
 * straight. */
struct control {
    int cycles;
    /* Over the processes that measured them, with the interval that their number allows: all is NAN
     * if there is none, or if the row is not a control's; lo and hi are for fewer than two. */
    struct interval read;
    bool wrong; /* the whole interval is farther from `cycles` than MARGIN of the row's time */
};

/* Returns how a row of a concluded run reads its known cycles. */
struct control control_find(const struct run *run, const struct measured_row *row);

/* ---- comparisons ---- */

/* Returns the ratio of the times of a to those of b, two rows of a column; all is NAN if one is
 * NULL. */
struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b,
                             const struct column_confidence *confidence);

/* Returns how far from 1 a ratio may be in a tie. */
double column_margin(const struct column_confidence *confidence);

/* Returns the verdict on a, TIED within MARGIN or what twins are apart. */
enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b,
                            const struct column_confidence *confidence);

#endif
