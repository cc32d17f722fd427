/* SPDX-License-Identifier: MIT
 * The running program itself: its path and its links. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

enum { PROGRAM_PATH_SIZE = 4096 };

/* Writes the path of the running program. Returns false if the system does not provide it. */
bool program_path(char path[static PROGRAM_PATH_SIZE]);

/* ---- its links ---- */

/* The build links the program several times, each time with the same code at other addresses. Link
 * 0 is the program itself; the others are in the folder `links` beside it. */

/* A hash of all objects of this build. All links of one build have the same hash, and no other
 * build has it. */
extern const char program_build[];

enum { PROGRAM_BUILD_LENGTH = 32, LINK_PATH_SIZE = PROGRAM_PATH_SIZE + 32 };

struct program_links {
    char program[PROGRAM_PATH_SIZE]; /* "": the system does not provide it              */
    unsigned n; /* links, with link 0; an installed program has no other       */
};

/* Finds the links of the running program. Returns false if the file of the program was replaced or
 * removed, so that its path no longer leads to it. */
bool program_find_links(struct program_links *links);

/* Writes the path of a link, and returns it. */
const char *program_link_path(const struct program_links *links, unsigned link,
                              char path[static LINK_PATH_SIZE]);

/* Replaces this process by a new run of a link. On Linux, link 0 is the very file that this process
 * runs, even if another file has its name by now. Returns only on failure, with errno. */
void program_exec(const struct program_links *links, unsigned link, char *const *argv);

#endif
