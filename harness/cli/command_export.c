/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as a header, on standard output or in a file. */
#include "cli/commands.h"
#include "export/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct scheme *scheme_of(const char *name)
{
    const struct scheme *const *s = schemes;
    while (strcmp((*s)->name, name))
        s++;
    return *s;
}

static enum language language_of(const char *file)
{
    static const char *const endings[] = {".hpp", ".hh", ".hxx"};
    const char *ending = file ? strrchr(file, '.') : NULL;
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(ending, endings[i]))
            return LANGUAGE_CPP;
    return LANGUAGE_C;
}

/* Returns false on any write error, which may be reported as late as by fclose(). */
static bool close_file(FILE *file)
{
    bool ok = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    return (fclose(file) == 0) & ok;
}

/* Writes beside the file first, so that it has all of the header or is as before. */
static bool write_file(const struct export_request *request, const char *path, struct error *error)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary)
        return fail(error, STATUS_OUTPUT, "%.60s...: the name is too long", path);
    int fd = mkstemp(temporary);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    bool ok = export_write(request, file, error);
    bool written = close_file(file) && chmod(temporary, 0644) == 0;
    written = ok && written && rename(temporary, path) == 0;
    if (ok && !written)
        fail(error, STATUS_OUTPUT, "%s: %s", path, strerror(errno));
    if (!written)
        unlink(temporary);
    return written;
}

bool command_export(const struct options *options, struct error *error)
{
    struct export_request request = options->export;
    request.scheme = scheme_of(options->scheme);
    if (!request.language)
        request.language = language_of(options->output);
    return options->output ? write_file(&request, options->output, error)
                           : export_write(&request, stdout, error);
}
