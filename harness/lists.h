/* SPDX-License-Identifier: MIT
 * The lists of queries that the options ask for: one a workload and piece. */
#ifndef LISTS_H
#define LISTS_H

#include "options.h"
#include "workload.h"

struct lists {
    struct workload list[MAX_ASKS * ASKED * LIST_KINDS];
    size_t n;
};

bool lists_make(struct lists *lists, const struct options *options, struct error *error);

void lists_free(struct lists *lists);

/* Positions from a pipe can be read only once, but every process needs them: puts them into a temporary file
 * that becomes standard input, and says so in options->positions. Does nothing where it need not. */
bool lists_make_rereadable(struct options *options, struct error *error);

#endif
