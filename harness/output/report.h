/* SPDX-License-Identifier: MIT
 * A run together with the conditions of its measurement, from which all outputs are written. */
#ifndef REPORT_H
#define REPORT_H

#include "analysis/run.h"
#include "machine/affinity.h"
#include "machine/machine.h"
#include "plan/request.h"

#include <time.h>

enum {
    /* Version of the CSV and JSON files; the member "format" of the JSON. */
    RESULT_FORMAT = 3,
    MAX_RESUMED = 64
};

/* The program that measured the run. */
struct build {
    const char *version, *commit, *level, *compiler, *flags;
};

/* How many processes had ended each time that the run was resumed. */
struct resumptions {
    size_t after[MAX_RESUMED], n;
};

struct report {
    const struct run_request *request;
    const struct run *run;
    const struct machine *machine;
    const struct pin *pin;
    struct build build;
    struct resumptions resumed;
    time_t began;      /* date in the file name and in the JSON */
    bool partial;      /* fewer processes have ended than requested */
    const char *saved; /* path of the saved .json; "": not saved */
    /* The JSON that a recorded run was read from: its options and schemes are written as they are.
     * NULL: the run of this program. */
    struct json_t *recorded;
};

/* Returns the build of this program. */
struct build build_here(void);

#endif
