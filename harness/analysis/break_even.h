/* SPDX-License-Identifier: MIT
 * The break-even of incremental schemes: the number of lookups per move from which one costs less
 * than the best stateless scheme, by the rows replay-upkeep and replay-lookups. */
#ifndef BREAK_EVEN_H
#define BREAK_EVEN_H

#include "analysis/run.h"

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
