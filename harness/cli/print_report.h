/* SPDX-License-Identifier: MIT */
#ifndef PRINT_REPORT_H
#define PRINT_REPORT_H

#include "cli/options.h"
#include "record/report.h"

/* Prints a concluded run to stdout, in the format of the options. Returns false if out of memory.
 * */
bool print_report(const struct report *report, const struct options *options);

#endif
