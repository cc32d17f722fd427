/* SPDX-License-Identifier: MIT
 * What the tables of a run contain, for those who lay them out: which rows and columns each has,
 * their order, and the names of columns. */
#ifndef TABLE_H
#define TABLE_H

#include "output/output.h"

/* ---- names of columns ---- */

/* Return the words that people read above a column, for its piece and its mode: "NNUE", "HCE" or
 * "queen"; "warm", "cold", "chain" or the mode's own name. */
const char *piece_head(const struct column *column);
const char *mode_head(const struct result *result, const struct column *column);

/* Returns whether the column is "NNUE cold", which engines with a network follow. */
bool is_nnue_cold(const struct result *result, const struct column *column);

/* ---- tables ---- */

enum { MAX_COLUMNS = ROW_PIECES * MAX_MODES };

/* The row of a scheme in each column. */
struct table_line {
    const struct measured_row *first;             /* the cell that sorts, or else any other */
    const struct measured_row *cell[MAX_COLUMNS]; /* NULL: a filter excluded the row */
};

/* The rows of one workload in modes of one unit, sorted by one column. */
struct table {
    const struct result *result; /* whose run it shows */
    const struct column *column[MAX_COLUMNS];
    size_t column_count, line_count;
    size_t sort;            /* the column by which lines are sorted */
    size_t hidden;          /* lines that are not among the first */
    size_t top;             /* lines before those that are shown at any rank */
    size_t twins;           /* lines of twins that differ from their originals in no column */
    const char *base_name;  /* the scheme that all are compared with; NULL: none */
    struct table_line base; /* its line, empty if the run lacks it */
    struct table_line *line;
};

/* Prints the tables of a run, each with `print`, and below them how many columns are left out. */
void tables_print(const struct result *result, struct table_options options,
                  void (*print)(const struct table *table, FILE *out), FILE *out);

#endif
