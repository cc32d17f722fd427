/* SPDX-License-Identifier: MIT */
#include "base/fd_io.h"

#include <errno.h>
#include <unistd.h>

bool read_all(int fd, void *to, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t n = read(fd, (char *)to + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += (size_t)n;
    }
    return true;
}

bool write_all(int fd, const void *from, size_t size)
{
    for (size_t sent = 0; sent < size;) {
        ssize_t n = write(fd, (const char *)from + sent, size - sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        sent += (size_t)n;
    }
    return true;
}

bool file_close_synced(FILE *file)
{
    bool ok = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    return (fclose(file) == 0) & ok;
}
