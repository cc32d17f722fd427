/* SPDX-License-Identifier: MIT */
#ifndef RESUME_OPTIONS_H
#define RESUME_OPTIONS_H

#include "cli/options.h"
#include "record/resume.h"

/* Changes the number of processes, which still start at the same intervals. */
void resume_processes(struct run_request *request, size_t processes);

/* Parses the options of the run that is resumed, with the input and output of `given`. They point
 * into the file that `resume` has read. */
bool resume_options(struct resume *resume, const struct options *given, struct options *options,
                    struct error *error);

#endif
