/* SPDX-License-Identifier: MIT
 * What the tables of a run contain, for the layouts of print_table.c: the rows and columns of each
 * table, their order, and the names of columns. */
#ifndef TABLE_H
#define TABLE_H

#include "output/output.h"

/* ---- names of columns ---- */

/* Return the words above a column. piece_head(): "NNUE", "HCE" or the name of the piece;
 * mode_head(): "warm", "cold", "chain" or the name of the mode. */
const char *piece_head(const struct column *column);
const char *mode_head(const struct result *result, const struct column *column);

/* Returns whether the column is "NNUE cold", by which engines with a network choose. */
bool is_nnue_cold(const struct result *result, const struct column *column);

/* ---- tables ---- */

enum { MAX_COLUMNS = ROW_PIECES * MAX_MODES };

/* A line: the rows of one scheme, one for each column. */
struct table_line {
    const struct measured_row *first;             /* the cell by which to sort, or else another */
    const struct measured_row *cell[MAX_COLUMNS]; /* NULL: the run has no such row */
};

/* The rows of one workload in modes of one unit, sorted by one column. */
struct table {
    const struct result *result;
    const struct column *column[MAX_COLUMNS];
    size_t column_count, line_count;
    size_t sort;            /* index of the column by which lines are sorted */
    size_t hidden;          /* hidden lines of schemes behind the first ones */
    size_t top;             /* after so many lines come schemes that are shown at any rank */
    size_t twins;           /* hidden lines of twins that differ from their originals nowhere */
    const char *base_name;  /* the scheme that all are compared with; NULL: none */
    struct table_line base; /* the line of this scheme; empty if the run lacks it */
    struct table_line *line;
};

/* Prints the tables of a run, each with `print`, and below them how many columns are left out. */
void tables_print(const struct result *result, struct table_options options,
                  void (*print)(const struct table *table, FILE *out), FILE *out);

#endif
