/* SPDX-License-Identifier: MIT
 * The benchmark matrix of a run: per workload, the pieces and modes that are timed. */
#ifndef MATRIX_H
#define MATRIX_H

#include "plan/modes.h"
#include "workload/list.h"

enum { MAX_WORKLOADS = 12, MAX_MATRIX_LINES = 2 * MAX_WORKLOADS };

struct matrix_line {
    struct workload_spec workload;
    size_t max_length; /* of its lists, if --list-length is more; 0: no limit */
    bool pieces[ROW_PIECES];
    bool modes[MAX_MODES]; /* by index in the matrix's modes */
};

struct matrix {
    struct modes modes;
    struct matrix_line line[MAX_MATRIX_LINES];
    size_t n;
};

/* Parses "games,random:40", each with the same pieces and modes; replaces what *matrix
 * contained. Errors are STATUS_USAGE. */
bool matrix_parse(const char *workloads, const bool pieces[static ROW_PIECES],
                  const struct modes *modes, struct matrix *matrix, struct error *error);

/* Limits latency to the queen, in a matrix of matrix_parse(). Without that mode the matrix remains
 * as it is. */
void matrix_queen_latency_only(struct matrix *matrix);

/* Fills in the matrix of --full. */
void matrix_full(struct matrix *matrix);

/* Returns whether some mode of the matrix needs this list. Perft needs its own, whatever
 * the line's workload. */
bool matrix_needs_list(const struct matrix *matrix, const struct workload_spec *workload,
                       enum piece piece, enum list_kind kind);

/* Returns whether the matrix contains the row of this list and mode. */
bool matrix_has_row(const struct matrix *matrix, const struct list *list, size_t mode);

#endif
