/* SPDX-License-Identifier: MIT
 * Commands and options as one table, for parsing as for --help. */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "cli/options.h"

enum option_id {
    O_SCHEMES,
    O_SCHEME,
    O_PIECES,
    O_WORKLOADS,
    O_MODES,
    O_LENGTH,
    O_POSITIONS,
    O_SEED,
    O_PROCESSES,
    O_SPREAD,
    O_TIME,
    O_QUICK,
    O_FULL,
    O_STANDARD,
    O_REFERENCE,
    O_CPU,
    O_CORE_KIND,
    O_NO_PIN,
    O_PAGES,
    O_INTERLEAVED,
    O_QUIET,
    O_MEASURE,
    O_PROVE,
    O_JOBS,
    O_FORMAT,
    O_OUT,
    O_RESUME,
    O_SQUARE,
    O_PIECE,
    O_FEN,
    O_OCCUPIED,
    O_DEPTH,
    O_DIVIDE,
    O_HELP,
    O_VERSION,
    O_WORKER,
    OPTIONS
};

struct option_line {
    const char *name, *argument; /* argument: NULL if it takes none                */
    unsigned commands;           /* set of 1 << enum command                       */
    const char *what;            /* for --help; NULL: not shown                    */
};

extern const struct option_line option_table[OPTIONS];
extern const char *const command_names[COMMANDS];

#endif
