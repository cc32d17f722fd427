/* SPDX-License-Identifier: MIT
 * The commands, in the files command_*.c, and what others use of them. They print to stdout, or
 * fill *error and return false. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "chess/position.h"
#include "cli/options.h"

#include <stdio.h>

command_fn command_bench, command_list, command_verify, command_query, command_queries,
    command_show, command_perft, command_machine, command_summarize, command_recommend,
    command_export;

/* Prints usage, the options of the command and examples. The manual page is made from this text. */
void help_print(enum command command, FILE *out);

/* Prints the line of --version: version, commit, level and compiler. */
void version_print(FILE *out);

/* Fails because the program is built without the libraries that `what` needs. */
bool fail_without_libraries(const char *what, struct error *error);

/* Computes one attack set for each line of `in`, one line to `out`. The scheme is initialised. */
bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error);

/* Reads the value of --fen. */
bool read_fen(const char *fen, struct position *position, struct error *error);

struct recorded_run;

/* Parses the options of a run that is resumed, with the input and output of `given`. The options
 * point to texts of the recorded run. */
bool resume_options(const struct recorded_run *recorded, const struct options *given,
                    struct options *options, struct error *error);

#endif
