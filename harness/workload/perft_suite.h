/* SPDX-License-Identifier: MIT
 * The six positions by which move generators are checked, as a list. */
#ifndef PERFT_SUITE_H
#define PERFT_SUITE_H

#include "workload/list.h"

enum { PERFT_SUITE_LENGTH = 6 };

extern const struct perft_suite_entry {
    const char *fen;
    unsigned depth;
    uint64_t nodes; /* at this depth */
} perft_suite[PERFT_SUITE_LENGTH];

/* Fills a list of perft positions; false without memory. list_free() then frees what there is. */
bool perft_suite_fill(struct workload *list);

#endif
