/* SPDX-License-Identifier: MIT
 * A run as it was requested: what is timed, for how long and where. The command line fills it.
 * Afterwards only sizes named by caches change, see modes_resolve(). */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/error.h"
#include "machine/affinity.h"
#include "plan/matrix.h"
#include "scheme.h"

#include <stdint.h>

/* One option of the command line. */
struct given_option {
    /* Without its dashes; with them if it is a whole argument of Google Benchmark's. */
    const char *name;
    const char *value; /* NULL if it takes none */
};

struct run_request {
    bool *selected; /* [i]: whether schemes[i] is timed; NULL: all are */
    struct matrix matrix;

    double seconds;     /* timed part of one process */
    double spread_over; /* seconds over which the processes start, evenly; 0: one after the other */
    size_t processes;
    bool huge_pages, no_warmup;
    size_t list_length; /* queries in a list */
    uint64_t seed;
    struct affinity_request pin;
    const char *positions; /* file, "-" for standard input, or NULL for the embedded corpus */

    /* The options that a resumed run must repeat. */
    struct given_option *given;
    size_t given_count;

    char *program; /* its name on the command line, which starts the timing processes */
    /* Google Benchmark's own arguments, after the program name. */
    int benchmark_argc;
    char **benchmark_argv;
};

/* Returns whether the request selects this scheme, one of schemes[]. */
bool run_request_selects(const struct run_request *request, const struct scheme *scheme);

#endif
