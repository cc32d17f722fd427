/* SPDX-License-Identifier: MIT
 * The pages of memory in which the tables of schemes lie, as static data of the program. */
#ifndef PAGES_H
#define PAGES_H

#include "base/error.h"
#include "base/random.h"

/* Requests huge pages for all writable static data of the program. Call it before anything touches
 * the tables. Fails with STATUS_ENVIRONMENT if the system provides none: transparent huge pages are
 * set to "never", or the system is not Linux. */
bool pages_use_huge(struct error *error);

/* Touches each page that lies within [start, end), in random order. Caches beyond the first level
 * are indexed by physical addresses. The system hands out physical memory in the order in which
 * pages are touched, and often gives a process the same memory as the process before. Without a
 * random order, the same lines of a table would compete for the same sets of a cache in all
 * processes of a run, and other lines in the next run. */
void pages_scatter(void *start, void *end, struct random *random);

/* Touches all pages of the program's writable static data in random order. Call it before anything
 * touches the tables. Does nothing where programs are not ELF files. */
void pages_scatter_tables(struct random *random);

/* Makes all static data of the program read-only, or writable again. The result of a scheme may
 * depend on square and occupancy only, so a scheme must not write static data once its tables are
 * built. If it does, the process ends with EXIT_WROTE_STATIC_DATA. Stack, heap and the data of
 * shared libraries stay writable. Ends the process with STATUS_ENVIRONMENT if the system lacks the
 * memory to split its mappings. Does nothing where protection is impossible:
 *   - the system has no ELF programs;
 *   - the program is linked statically;
 *   - instrumentation in the program writes to its data (sanitizers, coverage). */
void write_protect_data(bool read_only);

#endif
