/* SPDX-License-Identifier: MIT */
#include "record/log_lines.h"
#include "base/fd_io.h"
#include "base/json_memory.h"
#include "base/progress.h"
#include "record/gzip_member.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILE_BYTES = 1 << 28 };

static bool no_memory(const char *path, struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "%s: no memory for the log", path);
}

/* Returns the bytes of a regular file; NULL on an error. */
static unsigned char *read_file(int fd, const char *path, off_t *size, struct error *error)
{
    struct stat status;
    unsigned char *data = NULL;
    if (fd < 0 || fstat(fd, &status))
        fail(error, STATUS_INPUT, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode) || status.st_size > MAX_FILE_BYTES)
        fail(error, STATUS_INPUT, "%s: expected the log of a run, a file of at most %d MiB", path,
             MAX_FILE_BYTES >> 20);
    else if (!(data = malloc((size_t)status.st_size + 1)))
        no_memory(path, error);
    else if (!read_all(fd, data, (size_t)status.st_size)) {
        fail(error, STATUS_INPUT, "%s: cannot be read", path);
        free(data);
        data = NULL;
    }
    *size = data ? status.st_size : 0;
    return data;
}

/* Finds the text of the line that begins at `data`: of a member, or up to a newline. */
static enum member_state find_line(const unsigned char *data, size_t size, char **text,
                                   size_t *length, size_t *bytes)
{
    bool is_text = *data == '{' || (*data != 0x1f && gzip_member_find_next(data, size) == size);
    if (!is_text) /* or damaged at its first byte */
        return gzip_member_read(data, size, text, length, bytes);
    const unsigned char *end = memchr(data, '\n', size);
    *length = *bytes = end ? (size_t)(end - data) + 1 : size;
    *text = end ? malloc(*length) : NULL;
    if (*text)
        memcpy(*text, data, *length);
    return *text ? MEMBER_WHOLE : end ? MEMBER_NO_MEMORY : MEMBER_TORN;
}

/* Adds a line, NULL: damaged. Returns false if out of memory. */
static bool add_line(struct log_lines *lines, const char *text, size_t length)
{
    json_error_t ignored;
    json_t *line = text ? json_loadb(text, length, JSON_REJECT_DUPLICATES, &ignored) : NULL;
    json_t **grown = realloc(lines->line, (lines->n + 1) * sizeof(json_t *));
    if (grown) {
        lines->line = grown;
        lines->line[lines->n++] = line;
    } else
        json_decref(line);
    return grown;
}

/* Adds the lines of a member: one, or all of a log that was compressed anew. */
static bool add_lines(struct log_lines *lines, const char *text, size_t length)
{
    bool ok = true;
    for (const char *at = text, *end; ok && at < text + length; at = end + 1) {
        end = memchr(at, '\n', (size_t)(text + length - at));
        end = end ? end : text + length;
        ok = add_line(lines, at, (size_t)(end - at));
    }
    return ok;
}

/* Reads a member, or a line of text. Returns its bytes; 0 if it was torn off, SIZE_MAX if out of
 * memory. */
static size_t read_next(const unsigned char *data, size_t size, struct log_lines *lines)
{
    char *text;
    size_t length, bytes;
    enum member_state state = find_line(data, size, &text, &length, &bytes);
    if (state == MEMBER_TORN || state == MEMBER_DAMAGED) {
        bytes = gzip_member_find_next(data, size);
        if (state == MEMBER_TORN && bytes == size) {
            lines->torn = true;
            return 0;
        }
    }
    bool ok = state != MEMBER_NO_MEMORY &&
              (text ? add_lines(lines, text, length) : add_line(lines, NULL, 0));
    free(text);
    return ok ? bytes : SIZE_MAX;
}

bool log_read(const char *path, struct log_lines *lines, struct error *error)
{
    *lines = (struct log_lines){.line = NULL};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not block */
    unsigned char *data = read_file(fd, path, &lines->file, error);
    if (fd >= 0)
        close(fd);
    if (!data)
        return false;
    json_memory_watch();
    size_t bytes = 1;
    while (lines->bytes < lines->file && bytes && bytes != SIZE_MAX) {
        bytes = read_next(data + lines->bytes, (size_t)(lines->file - lines->bytes), lines);
        lines->bytes += bytes == SIZE_MAX ? 0 : (off_t)bytes;
    }
    free(data);
    if (bytes == SIZE_MAX || !json_memory_ok())
        return no_memory(path, error);
    return (lines->n && lines->line[0]) ||
           fail(error, STATUS_INPUT,
                "%s:1: expected the first line of a run's log; it is damaged, or this is no log",
                path);
}

void log_note_faults(const char *path, const struct log_lines *lines)
{
    char text[PATH_MAX + 160];
    for (size_t i = 0; i < lines->n; i++) {
        if (lines->line[i])
            continue;
        snprintf(text, sizeof text,
                 "%s:%zu: damaged; this line is left out: restore the file, or measure again with "
                 "--resume",
                 path, i + 1);
        progress_note(text);
    }
    if (lines->torn) {
        snprintf(text, sizeof text, "%s:%zu: cut off; this line is left out", path, lines->n + 1);
        progress_note(text);
    }
}

void log_lines_free(struct log_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++)
        json_decref(lines->line[i]);
    free(lines->line);
}
