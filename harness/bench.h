/* SPDX-License-Identifier: MIT
 * Times rows. One visit to a row takes some samples of about 0.1 ms, each between two canaries; a
 * round visits every row once, in an order of its own, so that what drifts on the machine meets all
 * rows alike. */
#ifndef BENCH_H
#define BENCH_H

#include "rows.h"

/* Fills row->samples and rows->rounds. A row whose kernel returns a wrong sum becomes ROW_WRONG.
 * The timed part takes about `seconds`. Google Benchmark drives it and must be initialised. */
bool bench_rows(struct rows *rows, double seconds, uint64_t seed, struct error *error);

#endif
