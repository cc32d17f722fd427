/* SPDX-License-Identifier: MIT
 * Parts of `bench` that other commands use. */
#ifndef COMMAND_BENCH_H
#define COMMAND_BENCH_H

#include "analysis/run.h"
#include "cli/options.h"
#include "record/resume.h"
#include "record/run_log.h"
#include "timing/cores.h"

/* Parses the options of the run that is resumed, with the input and output of `given`. They point
 * into the file that `resume` has read. */
bool resume_options(struct resume *resume, const struct options *given, struct options *options,
                    struct error *error);

#endif
