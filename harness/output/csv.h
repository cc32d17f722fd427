/* SPDX-License-Identifier: MIT */
#ifndef CSV_H
#define CSV_H

#include "record/report.h"

#include <stdio.h>

/* Writes a header and a line for each row, in the order of the JSON: by column, then by scheme as
 * the run lists them. Unknown values are empty fields. */
void csv_write(const struct report *report, FILE *out);

#endif
