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

static enum language language_of(const char *file)
{
    static const char *const endings[] = {".hpp", ".hh", ".hxx"};
    const char *ending = file ? strrchr(file, '.') : NULL;
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(ending, endings[i]))
            return LANGUAGE_CPP;
    return LANGUAGE_C;
}

/* Writes to a device or a FIFO, which cannot be replaced. */
static bool write_through(const struct export_request *request, const char *path,
                          struct error *error)
{
    FILE *file = fopen(path, "w");
    bool ok = file && export_write(request, file, error);
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
static bool replace_file(const struct export_request *request, const char *path,
                         struct error *error)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return fail(error, STATUS_OUTPUT, "%.60s...: %s", path, strerror(ENAMETOOLONG));
    FILE *file = fopen(temporary, "wx");
    if (!file)
        return fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    bool ok = export_write(request, file, error);
    bool written = file_close_synced(file) && ok && rename(temporary, path) == 0;
    if (ok && !written)
        fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    if (!written)
        unlink(temporary);
    return written;
}

static bool write_file(const struct export_request *request, const char *path, struct error *error)
{
    struct stat status;
    bool is_device = !stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    return is_device ? write_through(request, path, error) : replace_file(request, path, error);
}

bool command_export(const struct options *options, struct error *error)
{
    struct export_request request = options->export;
    request.scheme = scheme_named(options->scheme);
    if (!request.language)
        request.language = language_of(options->output);
    return options->output ? write_file(&request, options->output, error)
                           : export_write(&request, stdout, error);
}
