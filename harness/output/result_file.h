/* SPDX-License-Identifier: MIT
 * A saved run: DIR/<cpu>/<yyyymmdd>-<compiler>-<level>.csv and .json. The pair of a run that goes on has -partial in its name and is
 * replaced after each process. Other pairs are never replaced: the second of a day gets -2 behind its name, and so on. */
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

struct pair { /* paths; "": none */
    char csv[4400], json[4400];
};

struct result {
    char folder[4096], stem[256];
    FILE *csv, *json;      /* to be written between begin and commit */
    struct pair temporary; /* their names until commit */
    struct pair partial;   /* of this run, as saved last */
    struct pair saved;     /* as saved last, partial or whole */
};

/* Makes the folder, and fails unless it can be written to: before timing, not after it. Removes what killed runs left there.
 * `began` gives the name its date, which must be the one inside: a run may last past midnight. Errors are STATUS_OUTPUT. */
bool result_open(struct result *result, const char *folder, const char *cpu, const char *compiler,
                 const char *level, time_t began, struct error *error);

/* Goes on with a partial result of another run, named by its .json: its pair is replaced. */
bool result_reopen(struct result *result, const char *json_path, struct error *error);

/* Turns to the user's cache folder, where the result's own cannot be written to; false if there is none. */
bool result_turn_to_cache(struct result *result, const char *cpu);

/* Creates the two files under temporary names. */
bool result_begin(struct result *result, struct error *error);

/* Returns the CRC-32 of all bytes written to csv so far, as in IEEE 802.3, gzip and zlib; 0 if they cannot be read back. */
uint32_t result_csv_crc32(struct result *result);

/* Puts both files on the disk and under their names. A whole pair replaces the run's partial one. On an error neither file is left,
 * and the partial pair stays. */
bool result_commit(struct result *result, bool partial, struct error *error);

/* Removes the temporary files, if there are any. */
void result_discard(struct result *result);

#endif
