/* SPDX-License-Identifier: MIT */
#ifndef PARSE_OPTIONS_H
#define PARSE_OPTIONS_H

#include "cli/options.h"

/* Parses the command line. Numbers must be in range, without trailing characters; names must exist;
 * an option must belong to its command. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT without
 * memory. options_free() must follow in any case. */
bool options_parse(int argc, char **argv, struct options *options, struct error *error);

void options_free(struct options *options);

#endif
