/* SPDX-License-Identifier: MIT */
#ifndef RECOMMENDATION_TEXT_H
#define RECOMMENDATION_TEXT_H

#include "recommend/recommendation.h"

#include <stdio.h>

/* Prints what to take, what ties with it, the runner-up, common schemes for comparison, the
 * weights and the command that exports the scheme. `program` is the command that started this
 * one. */
void recommendation_print(const struct recommendation *recommendation, const char *program,
                          FILE *out);

#endif
