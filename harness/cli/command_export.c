/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as a header, on standard output or in a file. */
#include "base/subprocess.h"
#include "cli/commands.h"
#include "export/export.h"
#include "plan/scheme_set.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_header(const struct options *options, FILE *file, struct error *error)
{
    return export_write(scheme_named(options->scheme), options->prefix, file, error);
}

/* Writes to a device or a FIFO, which cannot be replaced. */
static bool write_through(const struct options *options, const char *path, struct error *error)
{
    FILE *file = fopen(path, "w");
    bool ok = file && write_header(options, file, error);
    bool written = file && !ferror(file) && fflush(file) == 0;
    int cause = errno;
    if (file && fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (ok || !file)
        return written || fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(cause));
    return false;
}

/* Writes to a temporary file first, so that the file has all of the header or is as before. */
static bool replace_file(const struct options *options, const char *path, struct error *error)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return fail(error, STATUS_OUTPUT, "%.60s...: %s", path, strerror(ENAMETOOLONG));
    FILE *file = fopen(temporary, "wx");
    if (!file)
        return fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    bool ok = write_header(options, file, error);
    bool written = file_close_synced(file) && ok && rename(temporary, path) == 0;
    if (ok && !written)
        fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    if (!written)
        unlink(temporary);
    return written;
}

static bool write_file(const struct options *options, const char *path, struct error *error)
{
    struct stat status;
    bool is_device = !stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    return is_device ? write_through(options, path, error) : replace_file(options, path, error);
}

bool command_export(const struct options *options, struct error *error)
{
    return options->output ? write_file(options, options->output, error)
                           : write_header(options, stdout, error);
}
