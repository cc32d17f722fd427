/* SPDX-License-Identifier: MIT
 * A saved run: DIR/<cpu>/<yyyymmdd>-<compiler>-<level>.csv and .json, both whole or neither, and
 * never over an older pair: a second run of a day gets -2 behind its name, and so on. */
#ifndef RESULT_H
#define RESULT_H

#include "error.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

struct result {
    FILE *csv, *json; /* to be written between open and commit; hidden files until then */
    bool pending;     /* open and not yet committed or discarded                        */
    char folder[4096], stem[256];
    char csv_path[4400], json_path[4400]; /* where they are now; after commit: for good */
};

/* Before timing, so that a folder which cannot be written costs no one a minute. `began` gives the name its date, which
 * must be the one inside: a run may last past midnight. Errors are STATUS_OUTPUT. */
bool result_open(struct result *result, const char *folder, const char *cpu, const char *compiler,
                 const char *level, time_t began, struct error *error);

/* Of all bytes written to csv so far, as in IEEE 802.3, gzip and zlib; 0 if they cannot be read back. */
uint32_t result_csv_crc32(struct result *result);

/* Everything is on the disk, and under its name, or an error is returned and nothing is left. */
bool result_commit(struct result *result, struct error *error);

/* Nothing is left of a pending result; a committed one stays. */
void result_discard(struct result *result);

#endif
