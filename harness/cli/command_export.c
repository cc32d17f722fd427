/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as a header, on standard output or in a file. */
#include "base/memory.h"
#include "base/subprocess.h"
#include "cli/commands.h"
#include "export/export.h"
#include "plan/scheme_set.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct header {
    char *text;
    size_t length;
};

static bool make_header(const struct options *options, struct header *header, struct error *error)
{
    FILE *memory = open_memstream(&header->text, &header->length);
    if (!memory)
        no_memory(0);
    bool ok = export_write(scheme_named(options->scheme), options->prefix, memory, error);
    if (fclose(memory))
        no_memory(header->length);
    return ok;
}

/* Writes to a device or a FIFO, which cannot be replaced. */
static bool write_through(const struct header *header, const char *path)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && write_all(fd, header->text, header->length);
    return fd >= 0 && close(fd) == 0 && written;
}

/* Writes to a temporary file first, so that the file has all of the header or is as before. */
static bool replace_file(const struct header *header, const char *path)
{
    char temporary[4096];
    errno = ENAMETOOLONG;
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return false;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    bool written = write_all(fd, header->text, header->length) && fsync(fd) == 0;
    written = close(fd) == 0 && written && rename(temporary, path) == 0;
    int cause = errno;
    if (!written)
        unlink(temporary);
    errno = cause;
    return written;
}

/* Replaces the file that a link leads to; the link remains. One that leads nowhere is refused. */
static bool replace_target(const struct header *header, const char *path)
{
    struct stat link;
    char *target = realpath(path, NULL);
    bool is_new = !target && errno == ENOENT && lstat(path, &link) != 0;
    bool written = (target || is_new) && replace_file(header, target ? target : path);
    free(target);
    return written;
}

static bool write_file(const struct header *header, const char *path, struct error *error)
{
    struct stat status;
    bool is_device = !stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    return (is_device ? write_through : replace_target)(header, path) ||
           fail(error, STATUS_OUTPUT, "%.200s: %s", path, strerror(errno));
}

bool command_export(const struct options *options, struct error *error)
{
    struct header header;
    bool ok = make_header(options, &header, error);
    if (ok && options->output && strcmp(options->output, "-") != 0)
        ok = write_file(&header, options->output, error);
    else if (ok)
        fwrite(header.text, 1, header.length, stdout); /* main() reports an error */
    free(header.text);
    return ok;
}
