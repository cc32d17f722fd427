/* SPDX-License-Identifier: MIT
 * `slidebench export`: writes schemes as a header, to standard output or to a file. */
#include "base/memory.h"
#include "cli/commands.h"
#include "export/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Writes the whole text at once. If the file gets only a part of it, no compiler accepts the file,
 * because the #endif of the guard is missing. */
static bool write_file(const char *path, const char *text, size_t length, struct error *error)
{
    errno = 0;
    FILE *file = fopen(path, "w");
    size_t written = file ? fwrite(text, 1, length, file) : 0;
    if (file && fclose(file) == 0 && written == length)
        return true;
    return fail(error, STATUS_OUTPUT, "%.200s: %s", path, strerror(errno));
}

bool command_export(const struct options *options, struct error *error)
{
    struct memory_file header;
    bool ok = export_write(options->exported, options->exported_count, options->prefix,
                           memory_file_open(&header), error);
    memory_file_close(&header);
    if (ok && options->output && strcmp(options->output, "-") != 0)
        ok = write_file(options->output, header.text, header.length, error);
    else if (ok)
        fwrite(header.text, 1, header.length, stdout); /* main() reports an error */
    free(header.text);
    return ok;
}
