/* SPDX-License-Identifier: MIT
 * What follows from the rows of one column together. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

/* ---- confidence ---- */

/* Returns the lowest confidence that the interval of a row of the run has; NAN if a row with a
 * result has no interval. */
double run_confidence(const struct run *run);

/* Returns whether the row is precise: whether half of the interval of its cycles is less than
 * PRECISE_WIDTH times the cycles. The row must have a result. */
bool row_is_precise(const struct measured_row *row);

/* Returns whether a row of the column has a rank. */
bool column_is_ranked(const struct run *run, const struct column *column);

/* ---- twins ---- */

/* A twin is a second copy of another scheme's code, for an A/A control: the ratio of their times
 * shows the effect of noise and of the place in memory. */

/* Returns the ratio of a twin's time to its original's time, over the processes that measured both,
 * with an interval of 95 % or, if they are too few, of the confidence that they allow. If only one
 * process measured both, lo and hi are NAN; if none did, or if the row is no twin's, so is mid. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns how far a twin and its original are apart, from their twin_ratio(): 0.02 if one takes 2 %
 * longer than the other; 0 if they tie, because the interval comes within TIE_MARGIN of 1. */
double twin_gap(struct interval ratio);

/* ---- controls ---- */

/* A control takes a known number of cycles longer than its original or, if it has no original, than
 * one addition (in THROUGHPUT, see kernels/delay.h). A correct run measures this number. */
struct control {
    int cycles; /* the known number */
    /* The number that was measured, over the processes that measured it, with an interval as in
     * twin_ratio(). If there is only one such process, lo and hi are NAN; if there is none, or if
     * the row is no control's, so is mid. */
    struct interval measured;
    bool wrong; /* the whole interval is farther from `cycles` than TIE_MARGIN of the row's time */
};

/* Returns the known and the measured cycles of a control's row. The run must be concluded. */
struct control control_find(const struct run *run, const struct measured_row *row);

/* ---- comparisons ---- */

/* Returns the ratio of the time of row a to the time of row b. Both are rows of one column. If a or
 * b is NULL, mid, lo and hi are NAN. */
struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b);

/* Returns the largest distance from 1 at which two rows of the column still tie: TIE_MARGIN, or more if
 * twins of the column are apart. */
double column_margin(const struct column *column);

/* Returns the verdict on row a against row b of the same column, TIED within column_margin(). */
enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b);

/* ---- choices ---- */

/* Why a user might take a scheme. Twins and mocks have no role. An
 * incremental scheme has all roles in `replay`, but elsewhere only ROLE_INCREMENTAL, because only
 * `replay` times both its lookups and the upkeep of its views. */
enum role {
    ROLE_BEST,
    ROLE_MULTIPLIES,
    ROLE_MULTIPLY_FREE,
    ROLE_BRANCHLESS,
    ROLE_BRANCHY,
    ROLE_NO_TABLES,     /* for the column's piece */
    ROLE_WITHIN_64_KIB, /* with the tables of rook, bishop and queen together */
    ROLE_NO_BMI2,
    ROLE_NO_EXTENSION, /* plain C */
    ROLE_NO_EXTENSION_MULTIPLIES,
    ROLE_NO_EXTENSION_MULTIPLY_FREE,
    ROLE_INCREMENTAL,
    ROLES
};

/* Returns the word for a role in results: "best", "within-64-kib", ... */
const char *role_name(enum role role);

/* Returns the choice of a role in a column: of the ranked rows that have the role, the one with the
 * least median; NULL if there is none. */
const struct measured_row *choice_of_role(const struct run *run, const struct column *column,
                                          enum role role);

/* Returns whether a is chosen before b: whether its median, which tables print, is less. The lowest
 * possible rank would not do, because among rows that tie it prefers the widest interval. */
bool row_precedes(const struct measured_row *a, const struct measured_row *b);

/* Returns whether the row has the role. */
bool row_has_role(const struct measured_row *row, enum role role);

/* Returns whether the mode reads finished views from the list, so that its time does not include
 * their upkeep. */
bool mode_streams_views(const struct mode_spec *mode);

#endif
