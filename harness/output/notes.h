/* SPDX-License-Identifier: MIT
 * A whole run: rows, and all that one must know to judge them. */
#ifndef NOTES_H
#define NOTES_H

#include "machine/machine.h"
#include "machine/affinity.h"
#include "output/resume.h"
#include "analysis/run.h"

#include <time.h>

struct record {
    const struct run_request *options;
    const struct run *run;
    const struct machine *machine;
    const struct pin *pin;
    time_t began;                /* what the file's name and the JSON date it by */
    bool partial;                /* before the last process that the options want */
    const char *saved;           /* the .json; "": not saved */
    const struct resume *resume; /* the earlier part of the run; NULL: none */
};

/* Below the table: machine, pinning, noise, warnings. */
void notes_write(const struct record *record, FILE *out);

/* csv_crc32: of the CSV beside it, 8 hex digits, or NULL: there is none. False if it could not be written. */
bool json_write(const struct record *record, const char *csv_crc32, FILE *out);

#endif
