/* SPDX-License-Identifier: MIT
 * Continuing a run from its log. */
#ifndef RESUME_H
#define RESUME_H

#include "record/read_log.h"

/* Returns the command line of the run, with the program name and the positions of `given`, and sets
 * *argc; free() it. Its texts are those of the file. Returns NULL with STATUS_INPUT, or with
 * STATUS_USAGE if the positions are of another kind than the run's. */
char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error);

/* Fails unless this build and this machine are those of the log: processes of two must not be
 * mixed in one run. Errors are STATUS_INPUT. */
bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error);

/* Moves the results of the log's processes to the rows of a run, after these have been verified.
 * Errors are STATUS_INPUT: other rows, another size of a cold cache or another checksum. */
bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error);

#endif
