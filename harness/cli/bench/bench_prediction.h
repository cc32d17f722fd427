/* SPDX-License-Identifier: MIT
 * `bench --predict`: what a run predicts for an engine. */
#ifndef BENCH_PREDICTION_H
#define BENCH_PREDICTION_H

#include "analysis/run.h"
#include "base/error.h"
#include "cli/options.h"
#include "machine/machine.h"

/* Checks that the rows to be timed are enough. Fails with STATUS_USAGE if not. */
bool bench_prediction_check(enum predicted predicted, const struct rows *rows,
                            const struct machine *machine, struct error *error);

/* Prints the predictions of a concluded run to stdout. Fails if out of memory only. */
bool bench_prediction_print(enum predicted predicted, const struct run *run,
                            const struct machine *machine, struct error *error);

#endif
