/* SPDX-License-Identifier: MIT
 * The commands behind main(), all of one form: print to stdout, or fill *error and return false. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli/options.h"

bool command_bench(const struct options *options, struct error *error);
bool command_list(const struct options *options, struct error *error);
bool command_verify(const struct options *options, struct error *error);
bool command_prove(const struct options *options, struct error *error); /* verify --prove   */
bool command_prove_worker(const struct options *options, struct error *error); /* under valgrind */
bool command_query(const struct options *options, struct error *error);
bool command_queries(const struct options *options, struct error *error);
bool command_show(const struct options *options, struct error *error);
bool command_perft(const struct options *options, struct error *error);
bool command_machine(const struct options *options, struct error *error);

/* What `query` does: a question a line from `in`, an answer a line to `out`. The scheme is initialised. */
bool query_lines(const struct scheme *scheme, FILE *in, FILE *out, struct error *error);

#endif
