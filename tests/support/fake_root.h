/* SPDX-License-Identifier: MIT
 * Files in place of /sys and /proc: setup and teardown of a test. */
#ifndef FAKE_ROOT_H
#define FAKE_ROOT_H

#include "machine/affinity.h"
#include "support/test.h"

#include <sys/stat.h>

/* A folder that simulates the root of the file system. */
static char root[64];

static inline int make_root(void **state)
{
    snprintf(root, sizeof root, "/tmp/slidebench-machine-XXXXXX");
    affinity_reset(); /* of another root */
    setenv("HWLOC_COMPONENTS", "linux,stop", 1);
    setenv("HWLOC_HIDE_ERRORS", "2", 1);
    return mkdtemp(root) ? setenv("HWLOC_FSROOT", root, 1) : -1;
}

static inline int remove_root(void **state)
{
    affinity_reset();
    unsetenv("HWLOC_COMPONENTS");
    unsetenv("HWLOC_FSROOT");
    return remove_tree(root);
}

static inline void put(const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", text);
    fclose(file);
}

#endif
