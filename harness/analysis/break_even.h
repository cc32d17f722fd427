/* SPDX-License-Identifier: MIT
 * From how many lookups per move an incremental scheme pays. */
#ifndef BREAK_EVEN_H
#define BREAK_EVEN_H

#include "analysis/run.h"

/* The lookups per move from which an incremental scheme costs less than the best stateless one, by
 * the rows replay-upkeep and replay-lookups. */
struct break_even {
    const struct scheme *scheme, *against; /* incremental; the best stateless one */
    const struct list *list;
    struct interval lookups_per_move; /* infinite: never faster */
    double extra_upkeep;              /* cycles per move; negative: less than `against` */
    double cycles_per_lookup, cycles_per_lookup_against;
};

/* Finds the break-even of a row of replay-lookups, of an incremental scheme whose two rows have
 * results. Returns false for all other rows, if no stateless scheme has results, and if fewer than
 * two processes measured all four rows. */
bool break_even_find(const struct run *run, const struct measured_row *lookups,
                     struct break_even *found);

#endif
