/* SPDX-License-Identifier: MIT
 * The parts of a result's JSON. Each function returns a new value, which lacks what could not be
 * allocated, see json_memory.h. */
#ifndef PARTS_H
#define PARTS_H

#include "base/stats.h"
#include "output/report.h"

#include <jansson.h>

/* Returns a number, null if it is not finite. */
json_t *json_number(double value);

/* Returns [mid, lo, hi], rounded as in all results. */
json_t *json_interval(struct interval interval);

/* Returns the command line and what follows from it. */
json_t *json_options(const struct run_request *request);

/* Returns the schemes of the run's rows, in table order. */
json_t *json_schemes(const struct run *run);

/* Returns the columns with their rows, and with what follows from the comparison of these. */
json_t *json_columns(const struct report *report);

/* Returns the break-even of each incremental scheme, column by column. */
json_t *json_break_even(const struct run *run);

#endif
