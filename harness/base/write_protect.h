/* SPDX-License-Identifier: MIT
 * A scheme is a function of square and occupancy: once its tables are built it writes nothing of its own. */
#ifndef WRITE_PROTECT_H
#define WRITE_PROTECT_H

#include <stdbool.h>

enum { EXIT_WROTE_STATIC_DATA = 99 }; /* exit status of a process that wrote to sealed data */

/* Makes all static data of the program read-only, or writable again; a write in between ends the process.
 * Stack, heap and the libraries' data stay writable. False where the system or the build cannot do it: no ELF,
 * a static program, or instruments in the program that write to its data (sanitizers, coverage). */
bool write_protect_data(bool sealed);

#endif
