/* SPDX-License-Identifier: MIT */
#ifndef CSV_H
#define CSV_H

#include "analysis/run.h"
#include "machine/machine.h"

#include <stdio.h>

/* Writes one line per row, in table order, below a header. Unknown values are empty fields. */
void csv_write(const struct run *run, const struct machine *machine, FILE *out);

#endif
