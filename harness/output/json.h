/* SPDX-License-Identifier: MIT */
#ifndef OUTPUT_JSON_H
#define OUTPUT_JSON_H

#include "record/report.h"

#include <jansson.h>
#include <stdio.h>

/* Returns [mid, lo, hi], null where unknown, rounded as figures are. */
json_t *json_interval(struct interval interval);

/* Writes the first line of the log without its rows, and the figures of the run: columns with their
 * rows, and what follows from their comparison. results/LOG.md explains all members. */
void json_write(const struct report *report, FILE *out);

#endif
