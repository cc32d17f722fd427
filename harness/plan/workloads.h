/* SPDX-License-Identifier: MIT
 * The lists of queries that the options ask for: one a workload and piece. */
#ifndef LISTS_H
#define LISTS_H

#include "cli/options.h"
#include "workload/workload.h"

struct lists {
    struct workload list[MAX_ASKS * ASKED * LIST_KINDS];
    size_t n;
};

bool lists_make(struct lists *lists, const struct options *options, struct error *error);

void lists_free(struct lists *lists);

/* Standard input and a FIFO can be read only once, but every process needs the positions: reads them into a temporary
 * file, makes that standard input and options->positions "-". Leaves other files alone. */
bool lists_make_rereadable(struct options *options, struct error *error);

#endif
