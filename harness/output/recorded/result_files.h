/* SPDX-License-Identifier: MIT */
#ifndef RESULT_FILES_H
#define RESULT_FILES_H

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* Returns whether an entry of a folder of results may be one: a visible regular file of JSON, of at
 * most 256 MiB. */
static inline bool may_be_result(const char *name, const struct stat *status)
{
    enum { MAX_BYTES = 1 << 28 };
    const char *suffix = strrchr(name, '.');
    return *name != '.' && suffix && !strcmp(suffix, ".json") && S_ISREG(status->st_mode) &&
           status->st_size <= MAX_BYTES;
}

#endif
