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
 * compete for the same sets of a cache throughout a run, and other lines in the next run. */
void pages_scatter(void *start, void *end, struct random *random);

/* Touches all pages of the program's writable static data in random order. Call it before anything
 * touches the tables. Does nothing where programs are not ELF files. */
void pages_scatter_tables(struct random *random);

/* A scheme is a function of square and occupancy: once its tables are built, it must not write
 * static data. Makes all of it in the program read-only, or writable again; a write then ends the
 * process with EXIT_WROTE_STATIC_DATA. Stack, heap and the data of shared libraries stay writable.
 * Ends the process with STATUS_ENVIRONMENT if the system lacks the memory to split its mappings.
 * Does nothing where protection is impossible:
 *   - the system has no ELF programs;
 *   - the program is linked statically;
 *   - instrumentation in the program writes to its data (sanitizers, coverage). */
void write_protect_data(bool read_only);

#endif
