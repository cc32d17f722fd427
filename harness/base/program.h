/* SPDX-License-Identifier: MIT
 * The running program itself: its path, its file and its segments in memory. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_PATH_SIZE = 4096, MAX_SEGMENTS = 4 /* one with most linkers */ };

/* Writes the path of the running program. Returns false if the system does not provide it. */
bool program_path(char path[static PROGRAM_PATH_SIZE]);

/* Opens the file of the running program for reading, even if another one has its name by now
 * (Linux). Returns -1 on failure. */
int program_open(void);

/* The build makes further links of a program, in the folder `links` beside it: the same code at
 * other addresses. Returns one of them by number, modulo how many there are; 0 is the program
 * itself, which is all that an installed one has. */
unsigned program_link(uint64_t number);

/* Replaces this process by a new run of a link. Returns only on failure. */
void program_exec(unsigned link, char *const *argv);

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

#endif
