/* SPDX-License-Identifier: MIT
 * Continuing a run with its log. */
#ifndef RESUME_H
#define RESUME_H

#include "record/run_log.h"

/* Returns the command line of the run, but with the program name and the --positions of `given`,
 * and sets *argc. The caller frees the array, but not its texts. Returns NULL with STATUS_USAGE if
 * only one of `given` and the run has --positions, with STATUS_INPUT if the options are invalid. */
char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error);

/* Fails with STATUS_INPUT unless the log was made by this build and on this machine, because a run
 * must not mix processes of two builds or machines. */
bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error);

/* Moves the results of the log's processes to the rows of a run, which must have been verified.
 * Fails with STATUS_INPUT if a row of the log is another row in the run, or differs in the size of
 * its working set or in the checksum of its list. */
bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error);

#endif
