/* SPDX-License-Identifier: MIT
 * All that is printed of a run, which has been concluded. */
#ifndef VIEWS_H
#define VIEWS_H

#include "analysis/recommendation.h"
#include "record/report.h"

#include <stdint.h>
#include <stdio.h>

enum format {
    FORMAT_TABLE,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
};

#define ALL_ROWS SIZE_MAX

/* What tables show. */
struct table_options {
    size_t top; /* first schemes of each table, besides the ones always shown; 0: the default */
    bool all_columns;        /* of a run of --full, too; else columns of is_use_of_engines() */
    const char *sort;        /* the column by which lines are sorted; NULL: the default */
    const char *relative_to; /* the scheme that others are compared with; NULL: the default */
};

/* Prints the tables as aligned text. A terminal gets colours, lines of its width, and by default
 * the first 20 schemes with ratios to PEXT, if these fit; a file gets all schemes. By default the
 * column of engines with a network sorts, if it was measured. */
void terminal_write(const struct report *report, const struct table_options *options, FILE *out);

/* Prints the tables as Markdown, by default with all schemes. */
void markdown_write(const struct report *report, const struct table_options *options, FILE *out);

/* Prints a concluded run to stdout. `program` is the name under which this program was started. */
void report_print(const struct report *report, enum format format,
                  const struct table_options *options, const char *program);

/* Fails with STATUS_USAGE if the tables will lack what they are to be sorted by or compared with.
 * The rows need no results. */
bool tables_check(const struct report *report, struct table_options options, struct error *error);

/* Writes the notes below the tables: machine, pinning, noise, A/A controls, faults,
 * warnings. */
void notes_write(const struct report *report, FILE *out);

/* Writes a few lines below tables and notes: what it costs to do without multiplication or
 * branches, which figures to distrust, the next command worth running, the user's own scheme in
 * each column, and last the schemes to take for engines, and what that was worth to them. `program`
 * is the name under which this program was started. */
void conclusions_write(const struct report *report, const char *program, FILE *out);

/* Writes a header and a line for each row, in the order of the JSON: by column, then by scheme as
 * the run lists them. Unknown values are empty fields. */
void csv_write(const struct report *report, FILE *out);

/* Writes the first line of the log without its rows, and the results of the run: columns with their
 * rows, and what follows from comparing these. results/LOG.md explains all members. */
void json_write(const struct report *report, FILE *out);

/* Prints a table of the scheme to take, the schemes that are as good, the next slower one and the common
 * schemes. Then prints how sure the choice is, what trials of engines found of the profile, which
 * run it is made from, and the command that exports the scheme. */
void recommendation_print(const struct recommendation *recommendation, const struct report *report,
                          const char *program, FILE *out);

/* Prints the recommendation as JSON, with all candidates. */
void recommendation_json(const struct recommendation *recommendation, const struct report *report,
                         FILE *out);

/* ---- what several outputs need ---- */

/* Return the words above a column, for its piece and its mode: "NNUE", "HCE" or "queen"; "warm",
 * "cold", "chain" or the mode's own name. */
const char *piece_head(const struct measured_row *column);
const char *mode_head(const struct report *report, const struct measured_row *column);

/* Prints the confidence of comparisons in a column as a sentence. */
void print_confidence(const struct column_confidence *column, FILE *out);

/* Returns [mid, lo, hi], null where unknown, rounded as figures are. */
struct json_t *json_interval(struct interval interval);

#endif
