/* SPDX-License-Identifier: MIT
 * What a run measures: its matrix, and everything else that was requested. */
#ifndef MATRIX_H
#define MATRIX_H

#include "base/error.h"
#include "machine/affinity.h"
#include "plan/modes.h"
#include "scheme.h"
#include "workload/list.h"

#include <stdint.h>

/* ---- the matrix ---- */

/* The matrix of a run: for each workload, the pieces and modes that are timed. Matrix and schemes
 * together give the rows (plan/rows.h). */

enum { MAX_WORKLOADS = 12, MAX_MATRIX_LINES = 3 * MAX_WORKLOADS };

struct matrix_line {
    struct workload_spec workload;
    bool pieces[ROW_PIECES];
    bool modes[MAX_MODES]; /* by index in the matrix's modes */
};

struct matrix {
    struct modes modes;
    struct matrix_line line[MAX_MATRIX_LINES];
    size_t n;
};

/* Parses workloads such as "games,random:40", each of which gets the same pieces and modes.
 * Replaces what *matrix contained. Errors are STATUS_USAGE. */
bool matrix_parse(const char *workloads, const bool pieces[static ROW_PIECES],
                  const struct modes *modes, struct matrix *matrix, struct error *error);

/* Fills in the matrix of the default run, limited to the given workloads and pieces. It has what
 * engines do: the mix of engines with a network, on cold caches; the mix of other engines, and
 * single pieces, on warm caches; and the latency of the queen. Errors are STATUS_USAGE. */
bool matrix_default(const char *workloads, const bool pieces[static ROW_PIECES],
                    struct matrix *matrix, struct error *error);

/* Returns whether the default run on this machine contains the column of this list and mode. */
bool matrix_default_has(const struct list *list, const struct mode_spec *mode,
                        const struct machine *machine);

/* Fills in the matrix of --full. */
void matrix_full(struct matrix *matrix);

/* Returns whether the matrix contains the row of this list and mode. */
bool matrix_has_row(const struct matrix *matrix, const struct list_request *list, size_t mode);

/* ---- a run as requested ---- */

/* One option of the command line. */
struct given_option {
    const char *name;  /* without its dashes */
    const char *value; /* NULL if it takes none */
};

/* A run as it was requested: what is timed, for how long and where. The command line fills it in.
 * Afterwards only corpus_spool() and modes_resolve() change it: they replace the path of positions
 * that can be read only once, and set the sizes that were given as caches. */
struct run_request {
    bool *selected; /* [i]: whether schemes[i] is timed; NULL: all are */
    struct matrix matrix;

    double seconds;     /* timed part of one process */
    double spread_over; /* seconds over which the processes start, evenly; 0: one after the other */
    size_t processes;
    bool huge_pages;
    size_t list_length; /* queries in a list */
    uint64_t seed;
    struct affinity_request pin;
    const char *positions; /* file, "-" for standard input, or NULL for the embedded corpus */

    bool full; /* --full was given */
    /* The options that a resumed run must repeat. */
    struct given_option *given;
    size_t given_count;

    char *program; /* its name on the command line, by which timing processes are started */
    /* The arguments of Google Benchmark, after the program name. */
    int benchmark_argc;
    char **benchmark_argv;
};

/* Returns whether the request selects this scheme, one of schemes[]. */
bool run_request_selects(const struct run_request *request, const struct scheme *scheme);

#endif
