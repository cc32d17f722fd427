/* SPDX-License-Identifier: MIT
 * Prints a concluded run in the form that the options select. */
#ifndef COMMAND_SUMMARIZE_H
#define COMMAND_SUMMARIZE_H

#include "cli/options.h"
#include "record/report.h"

/* Prints a concluded run to stdout, in the format of the options. */
void print_report(const struct report *report, const struct options *options);

#endif
