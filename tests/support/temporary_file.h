/* SPDX-License-Identifier: MIT
 * A file for the tests of one program: setup and teardown of a group. */
#ifndef TEMPORARY_FILE_H
#define TEMPORARY_FILE_H

#include "support/test.h"

#include <unistd.h>

static char path[] = "/tmp/slidebench-test-XXXXXX";

static inline int make_file(void **state)
{
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static inline int remove_file(void **state)
{
    return unlink(path);
}

#endif
