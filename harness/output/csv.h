/* SPDX-License-Identifier: MIT */
#ifndef CSV_H
#define CSV_H

#include "record/report.h"

#include <stdio.h>

/* Writes one line per row below a header, column by column and in table order within, as the JSON.
 * Unknown values are empty fields. Returns false if out of memory. */
bool csv_write(const struct report *report, FILE *out);

#endif
