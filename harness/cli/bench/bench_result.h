/* SPDX-License-Identifier: MIT
 * The end of a run: its log is ended, its figures are printed, and its exit status is found. */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include "cli/options.h"
#include "record/run_log.h"

/* Ends the log, then concludes and prints the run, that of the report. Fails if one of them fails.
 * Fails with the status of a run that was interrupted, or has rows that are wrong or in doubt. */
bool bench_result_deliver(const struct report *report, struct run *run, struct run_log *log,
                          const struct options *options, struct error *error);

#endif
