/* SPDX-License-Identifier: MIT
 * The lines of a log, read from its file. */
#ifndef LOG_LINES_H
#define LOG_LINES_H

#include "base/error.h"

#include <jansson.h>
#include <sys/types.h>

struct log_lines {
    json_t **line; /* NULL: damaged; the first is not */
    size_t n;
    off_t bytes; /* of these; what follows was torn off */
    off_t file;  /* bytes of the file                   */
    bool torn;
};

/* Reads all lines, compressed ones or plain text. A line that was torn off by the end of the file
 * is left out, damaged ones are NULL. Fails with STATUS_INPUT if there is
 * no whole first line, and with STATUS_ENVIRONMENT if out of memory. log_lines_free() must follow
 * in any case. */
bool log_read(const char *path, struct log_lines *lines, struct error *error);

/* Names lines that were torn off or are damaged on stderr. */
void log_note_faults(const char *path, const struct log_lines *lines);

void log_lines_free(struct log_lines *lines);

#endif
