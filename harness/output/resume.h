/* SPDX-License-Identifier: MIT
 * A run that was interrupted and goes on: what its partial result, json.c, holds of it. */
#ifndef RESUME_H
#define RESUME_H

#include "machine/machine.h"
#include "analysis/run.h"

#include <time.h>

enum { MAX_RESUMED = 64 };

struct resume {
    const char *path;
    void *json;       /* the file, as jansson reads it */
    time_t began;     /* when its first process did */
    size_t processes; /* that came to their end */
    int cpu;          /* that it was bound to; -1: none */
    double reference_ipc, reference_ipc_with_corunners;
    size_t after[MAX_RESUMED],
        times; /* processes that had ended each time it was resumed, this time included */
    int argc;
    char **argv; /* a command line with the run's options */
};

/* Reads a partial result. Errors are STATUS_INPUT. */
bool resume_read(struct resume *resume, const char *path, struct error *error);

/* Sets resume->argv to the command line of the run, with the program name and the positions of `given`, whose positions must be
 * of the same kind. It points into resume->json. */
bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error);

/* Fails unless this program and this machine are those of the file: figures of two are no single run. */
bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error);

/* Gives the rows what the file's processes measured, and their number. The rows have been verified. */
bool resume_rows(const struct resume *resume, struct run *run, struct error *error);

void resume_free(struct resume *resume);

#endif
