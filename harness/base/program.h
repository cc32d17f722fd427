/* SPDX-License-Identifier: MIT
 * The running program itself: its path, its links and its segments in memory. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_PATH_SIZE = 4096, MAX_SEGMENTS = 4 /* one with most linkers */ };

/* Writes the path of the running program. Returns false if the system does not provide it. */
bool program_path(char path[static PROGRAM_PATH_SIZE]);

/* ---- its links ---- */

/* The build makes further links of a program, in the folder `links` beside it: the same code at
 * other addresses. */

/* A hash of all objects that the links of one build share. No other build has it. */
extern const char program_build[];

enum { PROGRAM_BUILD_LENGTH = 32, LINK_PATH_SIZE = PROGRAM_PATH_SIZE + 32 };

struct program_links {
    char program[PROGRAM_PATH_SIZE]; /* "": the system does not provide it             */
    unsigned n; /* with link 0, the program itself: an installed one has no others */
};

/* Finds the links of the running program. Returns false if its path is no longer that of a program:
 * it was replaced or removed. */
bool program_find_links(struct program_links *links);

/* Writes the path of a link, and returns it. */
const char *program_link_path(const struct program_links *links, unsigned link,
                              char path[static LINK_PATH_SIZE]);

/* Replaces this process by a new run of a link. Link 0 is the file of this process, even if another
 * one has its name by now (Linux). Returns only on failure, with errno. */
void program_exec(const struct program_links *links, unsigned link, char *const *argv);

/* ---- its segments ---- */

/* A writable segment. [start, protected_end) is what the loader has made read-only again
 * (RELRO). */
struct segment {
    uintptr_t start, protected_end, end;
};

struct program_image {
    uintptr_t base; /* address minus the address in the file */
    /* Linked statically: the segments also hold the C library's data. */
    bool is_static;
    size_t segment_count;
    struct segment segments[MAX_SEGMENTS];
};

/* Reads the program's layout in memory. Returns false where programs are not ELF files. */
bool program_image(struct program_image *image);

/* ---- their protection ---- */

/* A scheme is a function of square and occupancy: once its tables are built, it must not write
 * static data. */

/* Exit status of a process that wrote to protected data. */
enum { EXIT_WROTE_STATIC_DATA = 99 };

/* Makes all static data of the program read-only, or writable again; a write then ends the process.
 * Stack, heap and the data of shared libraries stay writable. Returns false where this is
 * impossible:
 *   - the system has no ELF programs;
 *   - the program is linked statically;
 *   - instrumentation in the program writes to its data (sanitizers, coverage). */
bool write_protect_data(bool read_only);

#endif
