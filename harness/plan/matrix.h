/* SPDX-License-Identifier: MIT
 * What a run asks of its schemes: pieces and ways, workload by workload. */
#ifndef MATRIX_H
#define MATRIX_H

#include "plan/modes.h"
#include "workload/workload.h"

enum { MAX_MATRIX_LINES = 12 };

struct matrix_line {
    char workload[WORKLOAD_NAME]; /* its one name, see workload.h                      */
    size_t most;                  /* queries in a list of it; 0: as many as --queries says */
    bool pieces[ROW_PIECES];
    bool modes[MAX_MODES]; /* of those of struct asks */
};

struct matrix {
    struct modes modes;
    struct matrix_line line[MAX_MATRIX_LINES];
    size_t n;
};

/* "games,random:40", all with the same pieces and ways: in place of what is there. Errors are STATUS_USAGE. */
bool matrix_parse(const char *workloads, const bool pieces[static ROW_PIECES],
                  const struct modes *modes, struct matrix *matrix, struct error *error);

/* The matrix of --full. */
void matrix_full(struct matrix *matrix);

/* Is a list of this workload, piece and kind asked for by some way? */
bool matrix_needs_list(const struct matrix *matrix, const char *workload, enum piece piece,
                       enum list_kind kind);

/* Is the list to be walked this way? */
bool matrix_has_row(const struct matrix *matrix, const struct workload *list, size_t mode);

#endif
