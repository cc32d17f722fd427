/* SPDX-License-Identifier: MIT */
#ifndef OPTION_VALUE_H
#define OPTION_VALUE_H

#include "cli/option_table.h"

/* Parses the argument of one option, NULL for a flag, into its member. Errors are STATUS_USAGE. */
bool option_value_parse(enum option_id option, const char *text, struct raw_options *raw,
                        struct error *error);

/* Parses the name of a scheme. `place` is where it is given, for the error. */
bool scheme_name_parse(const char *place, const char *text, const char **scheme,
                       struct error *error);

#endif
