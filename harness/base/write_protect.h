/* SPDX-License-Identifier: MIT
 * A scheme is a function of square and occupancy: once its tables are built, it must not write
 * static data. This module makes such a write end the process. */
#ifndef WRITE_PROTECT_H
#define WRITE_PROTECT_H

#include <stdbool.h>

/* Exit status of a process that wrote to protected data. */
enum { EXIT_WROTE_STATIC_DATA = 99 };

/* Makes all static data of the program read-only, or writable again. Stack, heap and the data of
 * shared libraries stay writable. Returns false where this is impossible:
 *   - the system has no ELF programs;
 *   - the program is linked statically;
 *   - instrumentation in the program writes to its data (sanitizers, coverage). */
bool write_protect_data(bool read_only);

#endif
