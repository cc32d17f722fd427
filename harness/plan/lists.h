/* SPDX-License-Identifier: MIT
 * The lists that a run needs. */
#ifndef LISTS_H
#define LISTS_H

#include "plan/request.h"
#include "workload/list_make.h"

struct lists {
    struct list list[MAX_MATRIX_LINES * ROW_PIECES * LIST_KINDS];
    size_t n;
};

/* Makes one list per workload, piece and list kind that a mode of the matrix needs. A matrix
 * without rows is STATUS_USAGE; other errors are those of corpus_read() and list_make(). */
bool lists_make(struct lists *lists, const struct run_request *request, struct error *error);

/* Adds a list unless one of this kind, piece and workload is there. Returns it; NULL after an error
 * of list_make(). */
const struct list *lists_add(struct lists *lists, const struct list_request *wanted,
                             const struct corpus *corpus, struct error *error);

void lists_free(struct lists *lists);

/* Copies the positions from standard input or a FIFO, which can be read only once, to a
 * temporary file: each process reads them. The file becomes standard input and
 * request->positions "-". Other files stay as they are. Errors are those of corpus_copy(). */
bool spool_positions(struct run_request *request, struct error *error);

#endif
