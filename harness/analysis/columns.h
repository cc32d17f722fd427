/* SPDX-License-Identifier: MIT
 * What follows from the rows of one column together. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

/* ---- confidence ---- */

/* Returns the lowest confidence of an interval of these rows; NAN if a row with a result has no
 * interval. */
double run_confidence(const struct run *run);

/* Returns whether half of the interval of a row's cycles is below PRECISE of the cycles. The row must
 * have a result. */
bool row_is_precise(const struct measured_row *row);

/* Returns whether a row of the column has a rank. */
bool column_is_ranked(const struct run *run, const struct column *column);

/* ---- twins ---- */

/* A twin is a second copy of another scheme's code, for an A/A control: the ratio of the two shows
 * the effect of noise and of the place in memory. */

/* Returns the ratio of a twin's time to that of its original, over the processes that measured
 * both, with the interval that the number of these processes allows. If only one process measured
 * both, lo and hi are NAN; if none did, or if the row is not that of a twin, mid is NAN, too. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns how far a twin and its original with this twin_ratio() are apart: 0.02 if one takes 2 %
 * longer than the other; 0 if they tie, because the interval comes within MARGIN of 1. */
double twin_gap(struct interval ratio);

/* ---- controls ---- */

/* A control takes a known number of cycles more than its original. A control without an original
 * takes, in THROUGHPUT, these cycles more than one addition (kernels/delay.h). What the run
 * measures for these cycles shows whether its ruler is straight. */
struct control {
    int cycles; /* as they are known */
    /* The cycles as measured, over the processes that measured them, with the interval that the
     * number of these processes allows. If there is only one such process, lo and hi are NAN; if
     * there is none, or if the row is not that of a control, mid is NAN, too. */
    struct interval measured;
    bool wrong; /* the whole interval is farther from `cycles` than MARGIN of the row's time */
};

/* Returns the known cycles of a control's row in a concluded run, and what was measured for
 * them. */
struct control control_find(const struct run *run, const struct measured_row *row);

/* ---- comparisons ---- */

/* Returns the ratio of the times of a to those of b, which are rows of one column; mid, lo and hi
 * are NAN if a or b is NULL. */
struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b);

/* Returns the largest distance from 1 at which two rows of the column still tie: MARGIN, or more if
 * twins of the column are apart. */
double column_margin(const struct column *column);

/* Returns the verdict on row a against row b, which tie within column_margin(). */
enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b);

/* ---- choices ---- */

/* Why a user might take a scheme. Twins and mocks have no role. In a mode that does not time the
 * upkeep of views, an incremental scheme has only ROLE_INCREMENTAL, because its views were read
 * from the list. */
enum role {
    ROLE_BEST,
    ROLE_MULTIPLIES,
    ROLE_MULTIPLY_FREE,
    ROLE_BRANCHLESS,
    ROLE_BRANCHY,
    ROLE_NO_TABLES,     /* of the column's piece */
    ROLE_WITHIN_64_KIB, /* tables of rook, bishop and queen together */
    ROLE_NO_BMI2,
    ROLE_NO_EXTENSION, /* plain C */
    ROLE_NO_EXTENSION_MULTIPLIES,
    ROLE_NO_EXTENSION_MULTIPLY_FREE,
    ROLE_INCREMENTAL,
    ROLES
};

/* Returns the word for a role in results: "best", "within-64-kib", ... */
const char *role_name(enum role role);

/* Returns the choice of a role in a column: the ranked scheme of the role with the least median;
 * NULL if there is none. */
const struct measured_row *choice_of_role(const struct run *run, const struct column *column,
                                          enum role role);

/* Returns whether a is chosen before b: by the median, which is what tables print. The lowest
 * possible rank would not do: among rows that tie, it would prefer the one with the widest
 * interval. */
bool row_precedes(const struct measured_row *a, const struct measured_row *b);

/* Returns whether the row has the role. */
bool row_has_role(const struct measured_row *row, enum role role);

/* Returns whether the mode looks up in finished views, so that its time does not include their
 * upkeep. */
bool mode_streams_views(const struct mode_spec *mode);

#endif
