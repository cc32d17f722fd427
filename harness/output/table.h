/* SPDX-License-Identifier: MIT
 * Tables for people: their layout, and their form on a terminal. */
#ifndef TABLE_H
#define TABLE_H

#include "analysis/ranking.h"

#include <stdint.h>
#include <stdio.h>

enum { MAX_COLUMNS = ROW_PIECES * MAX_MODES };

/* A scheme. */
struct table_row {
    const struct measured_row *first;             /* any of its cells */
    const struct measured_row *cell[MAX_COLUMNS]; /* NULL: a filter excluded the row */
};

/* The rows of one workload in modes of one unit. */
struct table {
    const struct measured_row *column[MAX_COLUMNS]; /* any row of the column's piece and mode */
    size_t column_count, row_count;
    size_t hidden; /* rows that are not among the first, see tables_print() */
    struct table_row *row;
};

/* Prints the confidence of comparisons in a column as a sentence: "95 % over the 86 comparisons of
 * a scheme." */
void print_confidence(const struct column_confidence *column, FILE *out);

#define ALL_ROWS SIZE_MAX

/* Prints all tables of a run with `print`, each below its caption. `best_mark` is the mark of
 * the best in the caption. Each has the first `top` schemes, mocks and founding schemes. */
void tables_print(const struct run *run, const char *best_mark, size_t top,
                  void (*print)(const struct table *table, FILE *out), FILE *out);

/* Returns "1024 KiB", the working set of a column whose mode names it by a cache; else "". */
const char *table_size_text(const struct measured_row *column, char text[static 16]);

/* Returns the ranks that the first column's intervals permit: "4" or "2-5", "" without a rank. */
const char *table_rank_text(const struct table_row *row, char text[static 64]);

/* Returns "3.21±0.02": median cycles and half of their confidence interval. A row without a
 * result has a word instead: its status, or "slower" if it is unstable but cannot be the best.
 * Returns "" for NULL. */
const char *table_cell_text(const struct measured_row *row, char text[static 64]);

/* Returns whether half of the interval is below 5 % of the value, of a row with a result. */
bool table_is_precise(const struct measured_row *row);

/* Returns whether the row is the best of its column or tied with it, and precise. */
bool table_is_best(const struct measured_row *row);

#define STREAMED_MARK "‡"

/* ---- layout ---- */

/* The layout of the tables for people: schemes by piece and mode, sorted by the first column. */

/* Returns STREAMED_MARK for an incremental scheme in modes that do not pay for its view; else
 * "". */
const char *table_streamed_mark(const struct table_row *row);

/* Returns the line that explains the mark; "" if no row has it. */
const char *table_footnote(const struct table *table);

/* Returns "unsupported (needs bmi2)". */
const char *table_unsupported_text(const struct measured_row *row, char text[static 128]);

/* ---- terminal ---- */

/* Prints a run's tables as aligned text, with colours and bars on a terminal. Each has its first
 * `top` schemes and the founding ones; 0: 20 on a terminal, else all. */
void terminal_write(const struct run *run, size_t top, FILE *out);

#endif
