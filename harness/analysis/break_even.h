/* SPDX-License-Identifier: MIT
 * What an incremental scheme pays for its view, and what it gets for that: after how many lookups a move it costs
 * less than the best scheme without a view, from the rows replay-upkeep and replay-lookups. */
#ifndef BREAK_EVEN_H
#define BREAK_EVEN_H

#include "analysis/run.h"

/* A line for each incremental scheme of each workload whose two rows have figures; nothing if no stateless scheme
 * has. */
void break_even_print(const struct run *run, FILE *out);

#endif
