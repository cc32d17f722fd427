/* SPDX-License-Identifier: MIT */
#ifndef PRINT_RECOMMENDATION_H
#define PRINT_RECOMMENDATION_H

#include "analysis/recommendation.h"
#include "record/report.h"

#include <stdio.h>

/* Prints a table of the scheme to take, those that tie with it, the runner-up and the common ones;
 * then how sure that is, what the profile was right in, the run, and the command that exports the
 * scheme. `program` is the command that started this one. */
void recommendation_print(const struct recommendation *recommendation, const struct report *report,
                          const char *program, FILE *out);

/* Prints the same as JSON, with all candidates. */
void recommendation_json(const struct recommendation *recommendation, const struct report *report,
                         FILE *out);

#endif
