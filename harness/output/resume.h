/* SPDX-License-Identifier: MIT
 * Resuming an interrupted run from its partial result, as json.c writes it. */
#ifndef RESUME_H
#define RESUME_H

#include "machine/machine.h"
#include "analysis/run.h"

#include <time.h>

enum { MAX_RESUMED = 64 };

struct resume {
    const char *path;
    void *json;       /* the file, a json_t */
    time_t began;     /* when the first process began */
    size_t processes; /* that ended and are not repeated */
    int cpu;          /* to which they were pinned; -1: none */
    double canary_ipc_reference, canary_ipc_reference_with_corunners;
    /* Processes that had ended at each resumption, this one included: */
    size_t resumed_after[MAX_RESUMED], resumed_count;
    int argc;
    char **argv; /* a command line with the run's options */
};

/* Reads a partial result of format 2. Errors are STATUS_INPUT. */
bool resume_read(struct resume *resume, const char *path, struct error *error);

/* Sets resume->argv to the command line of the run, with the program name and the positions of
 * `given`, whose positions must be of the same kind. It points into resume->json. */
bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error);

/* Fails unless this build and this machine are those of the file: results of two must not be
 * mixed in one run. */
bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error);

/* Fails unless the working sets of cold caches had the same sizes. Call it after modes_resolve(). */
bool resume_check_sizes(const struct resume *resume, const struct modes *modes,
                        struct error *error);

/* Adds the values and the number of the file's processes to a run, after the rows have been
 * verified. */
bool resume_rows(const struct resume *resume, struct run *run, struct error *error);

void resume_free(struct resume *resume);

#endif
