/* SPDX-License-Identifier: MIT
 * The columns of a run, in the order of results. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

struct columns {
    const struct measured_row **first; /* [n], a row of each column */
    size_t n;
};

/* Lists the columns so that the rows of every scheme are in their order. Returns false without
 * memory; columns_free() must follow in both cases. */
bool columns_make(struct columns *columns, const struct run *run);

void columns_free(struct columns *columns);

#endif
