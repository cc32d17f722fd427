/* SPDX-License-Identifier: MIT
 * The break-even of incremental schemes: the number of lookups per move from which one costs less
 * than the best stateless scheme, by the rows replay-upkeep and replay-lookups. */
#ifndef BREAK_EVEN_H
#define BREAK_EVEN_H

#include "analysis/run.h"

/* Prints a line for each incremental scheme and workload whose two rows have results; nothing if no
 * stateless scheme has. */
void break_even_print(const struct run *run, FILE *out);

#endif
