/* SPDX-License-Identifier: MIT
 * A result: a run together with the conditions of its measurement. It is what a log contains, and
 * all output is made from it. */
#ifndef RESULT_H
#define RESULT_H

#include "analysis/run.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "plan/matrix.h"

#include <time.h>

enum {
    MAX_RESUMED = 64,
    MAX_RECORDED_PROCESSES = 10000,
};

/* The program that measured the run. */
struct build {
    const char *version, *commit, *level, *compiler, *flags;
    const char *identity; /* program_build; NULL: unknown, as in logs before 0.3 */
};

/* When a run was resumed. */
struct resumptions {
    size_t after[MAX_RESUMED]; /* [n]: how many processes had ended by then */
    size_t n;                  /* MAX_RESUMED at most; later ones are not recorded */
};

struct result {
    const struct run_request *request;
    const struct run *run;
    const struct machine *machine;
    const struct pin *pin;
    struct build build;
    struct resumptions resumed;
    time_t began;
    double known_reference_ipc; /* the best of previous runs on this kind of core; 0: none */
    const char *converted; /* what a log lacks that was converted from an older format; or NULL */
    bool partial;          /* the run was interrupted, or killed */
    const char *saved;     /* path of the log; "": not saved     */
    struct json_t *head;   /* the first line of the log          */
};

/* Returns the build of this program. */
struct build build_here(void);

#endif
