/* SPDX-License-Identifier: MIT
 * The commands. Each is in a file command_*.c. A command prints to stdout, or fills *error and
 * returns false. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "chess/position.h"
#include "cli/options.h"

#include <stdio.h>

command_fn command_bench, command_list, command_verify, command_query, command_queries,
    command_show, command_perft, command_machine, command_summarize, command_recommend,
    command_export;

/* ---- help ---- */

/* Prints the usage of a command, its options and examples. The manual page is made from this
 * text. */
void help_print(enum command command, FILE *out);

/* Prints the line of --version: version, commit, level and compiler. */
void version_print(FILE *out);

/* Fails because the program is built without the libraries that `what` needs. */
bool fail_without_libraries(const char *what, struct error *error);

/* ---- parts of commands that others use (command_query.c, command_bench.c) ---- */

/* Computes an attack set for each line of `in`, and writes it as a line to `out`. The scheme must
 * have been initialised. Errors are STATUS_INPUT; the caller checks `out` for errors. */
bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error);

/* Reads the value of --fen. Errors are STATUS_USAGE. */
bool read_fen(const char *fen, struct position *position, struct error *error);

struct recorded_run;

/* Parses the options of a recorded run, to resume it, but takes options of input and output from
 * `given`. Sets *options, which points to texts of both. Errors are those of resume_arguments(). */
bool resume_options(const struct recorded_run *recorded, const struct options *given,
                    struct options *options, struct error *error);

#endif
