/* SPDX-License-Identifier: MIT
 * The rows of a run, and the lists that they need. */
#ifndef ROWS_H
#define ROWS_H

#include "plan/matrix.h"
#include "workload/list.h"

/* ---- lists ---- */

struct lists {
    struct list list[MAX_MATRIX_LINES * ROW_PIECES * LIST_KINDS];
    size_t n;
};

/* Makes a list for each workload, piece and kind of list that a mode of the matrix needs. A matrix
 * without rows is STATUS_USAGE. Otherwise fails as corpus_read() and list_make() do. */
bool lists_for_matrix(struct lists *lists, const struct run_request *request, struct error *error);

/* Adds a list, unless there is one of this kind, piece and workload. Returns this list; NULL after
 * an error of list_make(). */
const struct list *lists_add(struct lists *lists, const struct list_request *wanted,
                             const struct corpus *corpus, struct error *error);

void lists_free(struct lists *lists);

/* ---- rows ---- */

/* The rows of the matrix, scheme x piece x workload x mode, and whether each can be timed here.
 * analysis/run.h adds what is measured of a row, and timing/worker/worker.h what a timing process
 * needs to time it. */

enum row_status {
    ROW_OK,
    ROW_UNSUPPORTED, /* the CPU or the build lacks what the row needs: not timed            */
    ROW_WRONG,       /* a wrong attack set, in verification or in a timed sample: no result */
    ROW_CRASHED,     /* crashed or hung, in verification or while timed: no result          */
    ROW_UNSTABLE,    /* too few undisturbed samples: no result                              */
};

struct row {
    const struct scheme *scheme; /* one of schemes[], or its batch build */
    const struct list *list;
    const struct mode_spec *mode;
    enum row_status status;
    char reason[112]; /* of any status but ROW_OK */
};

struct rows {
    struct row *row;
    size_t n;
};

/* Makes all rows of the requested matrix, in the order of the tables. Rows that cannot run here are
 * ROW_UNSUPPORTED. */
void rows_make(struct rows *rows, const struct run_request *request, const struct lists *lists);

/* Makes rows that need more than `cores` cores ROW_UNSUPPORTED. `shared` is their reason, "CPU 0
 * and 1 share a core", if there are fewer cores than the system reports; else "". Call it after
 * verify_rows(), which gives all rows of a scheme the status of the first one. */
void rows_mark_without_cores(struct rows *rows, size_t cores, const char *shared);

/* Returns whether other cores work while the row is timed. */
static inline bool row_has_corunners(const struct row *row)
{
    return row->mode->cores > 1;
}

/* The words for a row's status in results: "ok", "wrong", "crashed", "unstable", "unsupported". */
extern const char *const row_status_names[];

void rows_free(struct rows *rows);

#endif
