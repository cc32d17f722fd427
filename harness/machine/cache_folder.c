/* SPDX-License-Identifier: MIT */
#include "machine/cache_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

bool cache_folder(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool is_own = cache && *cache == '/';
    if (!is_own && !(home && *home == '/'))
        return false;
    int parent = snprintf(path, size, "%s%s", is_own ? cache : home, is_own ? "" : "/.cache");
    if (parent < 0 || (size_t)parent + sizeof "/slidebench" > size)
        return false;
    mkdir(path, 0700);
    snprintf(path + parent, size - (size_t)parent, "/slidebench");
    mkdir(path, 0700);
    return true;
}
