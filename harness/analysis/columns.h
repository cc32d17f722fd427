/* SPDX-License-Identifier: MIT
 * What the rows of one column show together. A column is one workload, piece and mode. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

/* ---- columns ---- */

/* Returns an array with one row of each column, then NULL. The columns have the order in which
 * every scheme has its rows. free() it. */
const struct measured_row **columns_of(const struct run *run);

/* Returns whether the row is the first of its column in the run. */
bool is_first_of_column(const struct run *run, const struct measured_row *row);

/* ---- confidence ---- */

/* Returns the confidence that the own interval of every row with a result has at least; NAN if a
 * row has no interval. */
double interval_confidence(const struct run *run);

/* Returns whether half of the interval of a row's cycles is below 5 % of them. The row has a
 * result. */
bool is_precise(const struct measured_row *row);

/* ---- twins ---- */

/* A/A controls: a twin is a second copy of another scheme's code. The ratio of the two shows the
 * effect of noise and of the place in memory. */

/* Returns the ratio of a twin's time to its original's over the processes that measured both, with
 * the interval that their number allows. If no process measured both, or if the row is not a
 * twin's, mid, lo and hi are NAN; if only one did, lo and hi are. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns how far a twin and its original are apart: 0.02 if one takes 2 % longer than the other; 0
 * if they tie, as the interval of their ratio comes within MARGIN of 1. */
double twins_apart(const struct run *run, const struct measured_row *twin);

/* ---- controls ---- */

/* A control takes a known number of cycles more than its original or, if it has none, in THROUGHPUT
 * more than an addition: see kernels/delay.h. What the run measures for these cycles shows whether
 * its ruler is straight. */
struct control {
    int cycles; /* as they are known */
    /* As measured, over the processes that have them, with the interval that their number allows.
     * If there is no such process, or if the row is not a control's, mid, lo and hi are NAN; if
     * there is only one, lo and hi are. */
    struct interval read;
    bool wrong; /* the whole interval is farther from `cycles` than MARGIN of the row's time */
};

/* Returns the known cycles of a row in a concluded run, and how they were measured. */
struct control control_find(const struct run *run, const struct measured_row *row);

/* ---- comparisons ---- */

/* Returns the ratio of the times of a to those of b, two rows of a column; mid, lo and hi are NAN
 * if a or b is NULL. */
struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b);

/* Returns how far from 1 the ratio of two rows that tie may be: MARGIN, and as far as twins of the
 * column are apart. */
double column_margin(const struct column_confidence *confidence);

/* Returns the verdict on row a against row b, which tie within column_margin(). */
enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b);

#endif
