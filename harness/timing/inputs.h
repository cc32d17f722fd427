/* SPDX-License-Identifier: MIT
 * What a timing process prepares for each row: views, and the sums that the kernel must return. */
#ifndef INPUTS_H
#define INPUTS_H

#include "plan/rows.h"

struct timed_row {
    struct row id;
    const void *views;        /* of the scheme's own type, as struct queries needs them    */
    struct expected expected; /* the workload's; of a mock, its own                        */
    size_t batch_size;        /* queries, boards or games per sample: about 0.1 ms         */
    size_t cursor;            /* index in the list where the next sample begins            */
};

struct timed_rows {
    struct timed_row *row;
    size_t n;
    const struct scheme *initialised; /* last */
};

/* Copies the rows; false without memory. Its memory lives as long as the timing process. */
bool inputs_make(struct timed_rows *rows, const struct rows *from, struct error *error);

/* Initialises the scheme of row i, which is ROW_OK, and builds its views. Call it in the order of the rows. */
bool inputs_prepare(struct timed_rows *rows, size_t i, struct error *error);

#endif
