/* SPDX-License-Identifier: MIT
 * The commands behind main(), all of one form: print to stdout, or fill *error and return false. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "options.h"

bool command_bench(const struct options *options, struct error *error);
bool command_list(const struct options *options, struct error *error);
bool command_verify(const struct options *options, struct error *error);
bool command_prove(const struct options *options, struct error *error); /* verify --prove   */
bool command_prove_worker(const struct options *options, struct error *error); /* under valgrind */
bool command_query(const struct options *options, struct error *error);
bool command_queries(const struct options *options, struct error *error);
bool command_show(const struct options *options, struct error *error);
bool command_machine(const struct options *options, struct error *error);

/* NULL if the scheme runs here, else why not: "needs bmi2". Static text, good until the next call.
 */
const char *scheme_unsupported(const struct scheme *scheme);

#endif
