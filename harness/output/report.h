/* SPDX-License-Identifier: MIT
 * Rows as people and programs read them. */
#ifndef REPORT_H
#define REPORT_H

#include "machine/machine.h"
#include "analysis/run.h"

#include <stdio.h>

/* "ok", "unsupported (needs bmi2)", "WRONG", "CRASHED", "UNSTABLE"; into text where it is put together. */
const char *status_text(const struct measured_row *row, char text[static 128]);

/* For people: schemes by workload, sorted by their first column, the best of a column and its ties
 * marked. False without memory. */
bool table_write(const struct run *run, FILE *out);
bool markdown_write(const struct run *run, FILE *out);

/* One line per row, in table order; columns as DESIGN and README name them; empty where unknown. */
void csv_write(const struct run *run, const struct machine *machine, FILE *out);

#endif
