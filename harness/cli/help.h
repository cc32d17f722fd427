/* SPDX-License-Identifier: MIT */
#ifndef HELP_H
#define HELP_H

#include "cli/options.h"

#include <stdio.h>

/* Prints usage, the options of the command and examples. The completions and the manual page read
 * this text: an option's line is `  --name ARGUMENT  help`, with choices as `a|b`. */
void help_print(enum command command, FILE *out);

/* Prints the line of --version: version, commit, level and compiler. */
void version_print(FILE *out);

#endif
