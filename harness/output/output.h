/* SPDX-License-Identifier: MIT
 * Prints a concluded run: as tables, notes, conclusions, CSV or JSON, and as a recommendation. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "analysis/recommendation.h"
#include "record/result.h"

#include <stdint.h>
#include <stdio.h>

/* ---- tables (table.c has their contents, print_table.c their two layouts) ---- */

#define ALL_ROWS SIZE_MAX

/* What tables show. */
struct table_options {
    /* How many of the first schemes each table shows; some are always shown. 0: the default. */
    size_t top;
    /* Show all columns of the run. Else a run of --full shows those of matrix_default_has(). */
    bool all_columns;
    const char *sort;        /* the column by which lines are sorted; NULL: the default */
    const char *relative_to; /* the scheme that others are compared with; NULL: the default */
};

/* Fails with STATUS_USAGE if the options name a column or a scheme that the tables will lack. The
 * rows need no results yet. */
bool tables_check(const struct result *result, struct table_options options, struct error *error);

/* Prints the tables as aligned text. A terminal gets colours, lines of its width, and by default
 * the first 20 schemes, with ratios to PEXT if there is room. A file gets all schemes by default.
 * Lines are sorted by the column "NNUE cold" by default, or else by the first column. */
void terminal_write(const struct result *result, const struct table_options *options, FILE *out);

/* Prints the tables as Markdown, by default with all schemes. */
void markdown_write(const struct result *result, const struct table_options *options, FILE *out);

/* Prints a sentence about the confidence of the comparisons in a column. */
void print_confidence(const struct column_confidence *column, FILE *out);

/* ---- below the tables (notes.c, conclusions.c) ---- */

/* Prints what a reader must know about the measurement: machine, pinning, noise, what twins and
 * controls show, faults, warnings. */
void notes_write(const struct result *result, FILE *out);

/* Prints a few lines: what it costs to do without multiplication or branches; which figures to take
 * with care; the user's own scheme in each column or, if there is none, the next command worth
 * running; the scheme to take for each kind of engine, and how much longer engines should take with
 * other schemes. `program` is the name under which this program was started. */
void conclusions_write(const struct result *result, const char *program, FILE *out);

/* ---- files for programs (csv.c, json.c) ---- */

/* Writes a header and a line for each row, in the order of the JSON: column by column, and within a
 * column in the run's order of schemes. An unknown value is an empty field. */
void csv_write(const struct result *result, FILE *out);

/* Writes an object: the members of the log's first line, except its rows; then the columns of the
 * run with their rows and the conclusions from them. results/LOG.md explains all members. */
void json_write(const struct result *result, FILE *out);

/* Returns [mid, lo, hi] as JSON, rounded by round_recorded(), with null for an unknown value. */
struct json_t *json_interval(struct interval interval);

/* ---- a run in a chosen format (print_result.c) ---- */

enum format {
    FORMAT_TABLE,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
};

/* Prints a concluded run to stdout. `program` is as for conclusions_write(). */
void result_print(const struct result *result, enum format format,
                  const struct table_options *options, const char *program);

/* ---- a recommendation (print_recommendation.c) ---- */

/* Prints a table: the scheme to take, the next one, up to three schemes that are as good as the
 * fastest, and the common schemes. Below it, prints why this scheme, what trials of engines found,
 * how sure the column is, which run was read, and the command that exports the scheme. */
void recommendation_print(const struct recommendation *recommendation, const struct result *result,
                          const char *program, FILE *out);

/* Prints the recommendation as JSON, with all candidates. */
void recommendation_json(const struct recommendation *recommendation, const struct result *result,
                         FILE *out);

#endif
