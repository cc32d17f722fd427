/* SPDX-License-Identifier: MIT
 * The pages of memory of the schemes' tables, which are static data of the program. */
#ifndef PAGES_H
#define PAGES_H

#include "base/error.h"
#include "base/random.h"

/* Requests huge pages for all writable static data of the program. Call it before anything
 * touches the tables. Fails with STATUS_ENVIRONMENT if the system provides none (transparent
 * huge pages are "never", or it is not Linux). */
bool pages_use_huge(struct error *error);

/* Touches each page that lies within [start, end), in random order. Caches beyond the first level
 * are indexed by physical addresses, and the system hands out memory in the order in which pages
 * are touched, often as it did to the process before: without a draw, the same lines of a table
 * compete for the same sets of a cache throughout a run, and for others in the next one. */
void pages_scatter(void *start, void *end, struct random *random);

/* Does so with the writable static data of the program. Call it before anything touches the
 * tables. Does nothing where programs are not ELF files. */
void pages_scatter_tables(struct random *random);

#endif
