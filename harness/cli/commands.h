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

/* Prints the line of --version, which has version, commit, level and compiler. */
void version_print(FILE *out);

/* Fails because the program is built without the libraries that `what` needs. */
bool fail_without_libraries(const char *what, struct error *error);

/* ---- parts of commands that others use (command_query.c, command_bench.c) ---- */

/* Computes an attack set for each line of `in`, and writes it as a line to `out`. The scheme must
 * have its tables. */
bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error);

/* Reads the value of --fen. */
bool read_fen(const char *fen, struct position *position, struct error *error);

struct recorded_run;

/* Parses the options with which a recorded run was started, in order to resume it. Input and output
 * are those of `given`. The options point to texts of the recorded run. */
bool resume_options(const struct recorded_run *recorded, const struct options *given,
                    struct options *options, struct error *error);

#endif
