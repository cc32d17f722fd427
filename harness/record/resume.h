/* SPDX-License-Identifier: MIT
 * Continuing a run from its log. */
#ifndef RESUME_H
#define RESUME_H

#include "record/read_log.h"

/* Returns the command line of the run, with the program name and the positions of `given`, and sets
 * *argc. free() the array; its texts belong to the recorded run. Returns NULL with STATUS_INPUT, or
 * with STATUS_USAGE if the positions are of another kind than the run's. */
char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error);

/* Fails unless the log is by this build and of this machine: a run must not mix processes of two
 * builds or machines. Errors are STATUS_INPUT. */
bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error);

/* Moves the results of the log's processes to the rows of a run, after the rows have been verified.
 * Fails with STATUS_INPUT if rows, the size of a cold cache or a checksum differ. */
bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error);

#endif
