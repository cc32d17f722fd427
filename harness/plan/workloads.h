/* SPDX-License-Identifier: MIT
 * The lists of queries that the options ask for: one a workload and piece. */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include "plan/request.h"
#include "workload/workload.h"

struct workloads {
    struct workload list[MAX_MATRIX_LINES * ROW_PIECES * LIST_KINDS];
    size_t n;
};

bool workloads_make(struct workloads *lists, const struct run_request *options,
                    struct error *error);

void workloads_free(struct workloads *lists);

/* Standard input and a FIFO can be read only once, but every process needs the positions: reads them into a temporary
 * file, makes that standard input and options->positions "-". Leaves other files alone. */
bool spool_positions(struct run_request *options, struct error *error);

#endif
