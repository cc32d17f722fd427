/* SPDX-License-Identifier: MIT
 * Files in place of /sys and /proc: setup and teardown of a test. */
#ifndef FAKE_ROOT_H
#define FAKE_ROOT_H

#include "machine/affinity.h"
#include "support/folder.h"

#include <sys/stat.h>

static inline int make_root(void **state)
{
    affinity_reset(); /* forgets another root */
    setenv("HWLOC_COMPONENTS", "linux,stop", 1);
    setenv("HWLOC_HIDE_ERRORS", "2", 1);
    return enter_folder(state) || setenv("HWLOC_FSROOT", folder, 1) ? -1 : 0;
}

static inline int remove_root(void **state)
{
    affinity_reset();
    unsetenv("HWLOC_COMPONENTS");
    unsetenv("HWLOC_FSROOT");
    return remove_folder(state);
}

static inline void put(const char *path, const char *text)
{
    char inside[512];
    snprintf(inside, sizeof inside, "%s", path + 1);
    for (char *slash = inside; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(inside, 0700);
    }
    FILE *file = fopen(inside, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", text);
    fclose(file);
}

#endif
