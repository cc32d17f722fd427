/* SPDX-License-Identifier: MIT
 * A run together with the conditions of its measurement, from which all outputs are written. */
#ifndef REPORT_H
#define REPORT_H

#include "machine/affinity.h"
#include "machine/machine.h"
#include "analysis/run.h"
#include "plan/request.h"

#include <time.h>

/* Version of the CSV and JSON files; the member "format" of the JSON. */
enum { RESULT_FORMAT = 2 };

struct resume;

struct report {
    const struct run_request *options;
    const struct run *run;
    const struct machine *machine;
    const struct pin *pin;
    time_t began;                /* date in the file name and in the JSON */
    bool partial;                /* fewer processes have ended than the options request */
    const char *saved;           /* path of the saved .json; "": not saved */
    const struct resume *resume; /* the interrupted run that this one continues; NULL: none */
};

#endif
