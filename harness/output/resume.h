/* SPDX-License-Identifier: MIT
 * Resuming a run from its result, as json.c writes it: partial or whole. */
#ifndef RESUME_H
#define RESUME_H

#include "output/recorded/recorded_result.h"

struct resume {
    const char *path;
    struct recorded_result *recorded;
    int cpu;                    /* to which its processes were pinned; -1: none */
    struct resumptions resumed; /* this one included */
    int argc;
    char **argv; /* a command line with the run's options */
};

/* Reads a result. Errors are STATUS_INPUT. resume_free() must follow in any case. */
bool resume_read(struct resume *resume, const char *path, struct error *error);

/* Sets resume->argv to the command line of the run, with the program name and the positions of
 * `given`. Fails with STATUS_USAGE if these are of another kind than the run's. It points into the
 * file's texts. */
bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error);

/* Fails unless this build and this machine are those of the file: results of two must not be
 * mixed in one run. Errors are STATUS_INPUT. */
bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error);

/* Fails unless the working sets of cold caches had the same sizes. Call it after
 * modes_resolve(). Errors are STATUS_INPUT. */
bool resume_check_sizes(const struct resume *resume, const struct modes *modes,
                        struct error *error);

/* Moves the values of the file's processes to the rows of a run, after these have been verified.
 * Errors are STATUS_INPUT: a row that the run lacks, another checksum. */
bool resume_rows(struct resume *resume, struct run *run, struct error *error);

void resume_free(struct resume *resume);

#endif
