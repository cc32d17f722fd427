/* SPDX-License-Identifier: MIT
 * Continuing a run from its log. */
#ifndef RESUME_H
#define RESUME_H

#include "record/read_log.h"

struct resume {
    const char *path;
    struct recorded_run *recorded;
    int cpu; /* to which its processes were pinned; -1: none */
    int argc;
    char **argv; /* a command line with the run's options */
};

/* Reads a log. Errors are STATUS_INPUT. resume_free() must follow in any case. */
bool resume_read(struct resume *resume, const char *path, struct error *error);

/* Sets resume->argv to the command line of the run, with the program name and the positions of
 * `given`. Fails with STATUS_USAGE if these are of another kind than the run's. It points into the
 * file's texts. */
bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error);

/* Fails unless this build and this machine are those of the log: processes of two must not be
 * mixed in one run. Errors are STATUS_INPUT. */
bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error);

/* Moves the results of the log's processes to the rows of a run, after these have been verified.
 * Errors are STATUS_INPUT: other rows, another size of a cold cache or another checksum. */
bool resume_rows(struct resume *resume, struct run *run, struct error *error);

void resume_free(struct resume *resume);

#endif
