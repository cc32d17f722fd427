/* SPDX-License-Identifier: MIT
 * A folder in which a test, or all tests of a program, run: setup and teardown. */
#ifndef FOLDER_H
#define FOLDER_H

#include "support/test.h"

#include <ftw.h>
#include <unistd.h>

static char folder[32];

static inline int enter_folder(void **state)
{
    strcpy(folder, "/tmp/slidebench-test-XXXXXX");
    return mkdtemp(folder) ? chdir(folder) : -1;
}

static inline int remove_entry(const char *path, const struct stat *status, int type,
                               struct FTW *ftw)
{
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

/* Removes the folder with all that is in it. */
static inline int remove_folder(void **state)
{
    return chdir("/") || nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS) ? -1 : 0;
}

#endif
