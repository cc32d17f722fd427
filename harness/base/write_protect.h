/* SPDX-License-Identifier: MIT
 * A scheme is a function of square and occupancy: once its tables are built it writes nothing of its own. */
#ifndef SEAL_H
#define SEAL_H

#include <stdbool.h>

enum { SEAL_BROKEN = 99 }; /* exit status of a process that wrote to sealed data */

/* Makes all static data of the program read-only, or writable again; a write in between ends the process.
 * Stack, heap and the libraries' data stay writable. False where the system or the build cannot do it: no ELF,
 * a static program, or instruments in the program that write to its data (sanitizers, coverage). */
bool seal_data(bool sealed);

#endif
