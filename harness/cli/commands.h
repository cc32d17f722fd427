/* SPDX-License-Identifier: MIT
 * The commands, each in a file command_*.c. They print to stdout, or fill *error and return
 * false. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli/options.h"

#include <stdio.h>

typedef bool command_fn(const struct options *options, struct error *error);

command_fn command_bench, command_list, command_verify, command_query, command_queries,
    command_show, command_perft, command_machine, command_summarize, command_recommend,
    command_export;

/* Computes one attack set for each line of `in`, one line to `out`. The scheme is initialised. */
bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error);

#endif
