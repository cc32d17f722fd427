/* SPDX-License-Identifier: MIT
 * The inputs that a timing process prepares for each row: views and expected checksums. */
#ifndef INPUTS_H
#define INPUTS_H

#include "kernels/queries.h"
#include "plan/rows.h"

struct timed_row {
    struct row planned;
    const void *views;        /* of the scheme's own type, see struct queries              */
    struct expected expected; /* checksums: of the workload, or of a mock's own results    */
    size_t sample_size;       /* queries, boards or games per sample, see calibration.h    */
    size_t cursor;            /* index in the list where the next sample begins            */
    double corunner_pace;     /* the best so far, see corunner_pace.h                      */
};

struct timed_rows {
    struct timed_row *row;
    size_t n;
    const struct scheme *initialised; /* the last one */
};

/* Initialises the scheme of row i, which is ROW_OK, and builds its views. Rows are prepared in
 * their order. Fails with STATUS_ENVIRONMENT if out of memory. */
bool inputs_prepare(struct timed_rows *rows, size_t i, struct error *error);

#endif
