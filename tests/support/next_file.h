/* SPDX-License-Identifier: MIT
 * Whether a file stays open. */
#ifndef NEXT_FILE_H
#define NEXT_FILE_H

#include <fcntl.h>
#include <unistd.h>

/* Returns the number of the next file that this process opens. Each file left open increases it. */
static inline int next_file(void)
{
    int file = open("/dev/null", O_RDONLY);
    close(file);
    return file;
}

#endif
