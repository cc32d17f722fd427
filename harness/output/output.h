/* SPDX-License-Identifier: MIT
 * All that is printed of a concluded run. */
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
    /* How many first schemes each table shows; some others are always shown. 0: the default. */
    size_t top;
    /* Of a run of --full, too, show all columns, not only those of matrix_default_has(). */
    bool all_columns;
    const char *sort;        /* the column by which lines are sorted; NULL: the default */
    const char *relative_to; /* the scheme that others are compared with; NULL: the default */
};

/* Fails with STATUS_USAGE if the tables will lack the column or the scheme that the options name.
 * The rows need no results. */
bool tables_check(const struct result *result, struct table_options options, struct error *error);

/* Prints the tables as aligned text. On a terminal they have colours and lines of its width, and by
 * default the first 20 schemes, with ratios to PEXT if these fit. A file gets all schemes. By
 * default the column of engines with a network sorts the lines, if it was measured. */
void terminal_write(const struct result *result, const struct table_options *options, FILE *out);

/* Prints the tables as Markdown, by default with all schemes. */
void markdown_write(const struct result *result, const struct table_options *options, FILE *out);

/* Prints the confidence of the comparisons in a column as a sentence. */
void print_confidence(const struct column_confidence *column, FILE *out);

/* ---- below the tables (notes.c, conclusions.c) ---- */

/* Prints what a reader must know of the measurement: machine, pinning, noise, what twins and
 * controls show, faults, warnings. */
void notes_write(const struct result *result, FILE *out);

/* Prints a few lines: what it costs to do without multiplication or branches, which figures to
 * distrust, the next command worth running, and the user's own scheme in each column. Last come the
 * schemes to take for engines, and what that was worth to them. `program` is the name under which
 * this program was started. */
void conclusions_write(const struct result *result, const char *program, FILE *out);

/* ---- files for programs (csv.c, json.c) ---- */

/* Writes a header and a line for each row, in the order of the JSON: by column, and within it by
 * scheme, as the run lists them. An unknown value is an empty field. */
void csv_write(const struct result *result, FILE *out);

/* Writes the first line of the log without its rows, then the columns of the run with their rows,
 * and what follows from comparing these. results/LOG.md explains all members. */
void json_write(const struct result *result, FILE *out);

/* Returns [mid, lo, hi] as JSON, rounded by round_recorded(), with null for an unknown value. */
struct json_t *json_interval(struct interval interval);

/* ---- all of a run, in a chosen format (print_result.c) ---- */

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

/* Prints a table of the scheme to take, the schemes that are as good, the next slower one and the
 * common schemes. Then prints how sure the choice is, what trials of engines found, from which run
 * it is made, and the command that exports the scheme. */
void recommendation_print(const struct recommendation *recommendation, const struct result *result,
                          const char *program, FILE *out);

/* Prints the recommendation as JSON, with all candidates. */
void recommendation_json(const struct recommendation *recommendation, const struct result *result,
                         FILE *out);

#endif
