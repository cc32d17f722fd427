/* SPDX-License-Identifier: MIT
 * The end of a run: its result is saved and printed, and its exit status is found. */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include "cli/options.h"
#include "output/saver.h"

/* Saves, if the run has a folder, then prints. Fails if either fails, and with the status of the
 * run if it was interrupted, or has rows that are wrong or in doubt. */
bool bench_result_deliver(struct saver *saver, const struct options *options, struct error *error);

#endif
