/* SPDX-License-Identifier: MIT */
#include "record/log_file.h"
#include "base/json_fields.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    WINDOW = MAX_WBITS + 16, /* 16 asks zlib for gzip members instead of zlib streams */
    MEMORY_LEVEL = 9,        /* the highest                                    */
    MAX_MEMBER = 1 << 28,    /* bytes of text, about                           */
};

/* A gzip file consists of one or more members (RFC 1952). Each is compressed by itself, and ends
 * with the CRC-32 and the length of its text. */

struct member {
    char *text;    /* NULL unless the member is whole; free() releases it */
    size_t length; /* of the text                                         */
    size_t bytes;  /* of the member                                       */
    bool is_torn;  /* the data end within the member                      */
};

/* The beginning of each member that this program writes. Its flags are 0: no file name follows. */
static const unsigned char MAGIC[] = {0x1f, 0x8b, Z_DEFLATED, 0};

static void *zlib_allocate(void *context, unsigned n, unsigned size)
{
    (void)context;
    return xcalloc(n, size);
}

/* Compresses a text; free() the member. */
static unsigned char *gzip_member_make(const char *text, size_t length, size_t *bytes)
{
    z_stream stream = {
        .next_in = (unsigned char *)text, .avail_in = (unsigned)length, .zalloc = zlib_allocate};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    size_t room = deflateBound(&stream, (unsigned long)length);
    unsigned char *member = xmalloc(room);
    stream.next_out = member;
    stream.avail_out = (unsigned)room;
    deflate(&stream, Z_FINISH); /* has room for all */
    *bytes = room - stream.avail_out;
    deflateEnd(&stream);
    return member;
}

/* Reads the member that begins at `data`. Its text is NULL if the member is torn, or damaged: if it
 * is no gzip member or its CRC-32 is wrong. */
static struct member gzip_member_read(const unsigned char *data, size_t size)
{
    unsigned char part[1 << 14];
    struct memory_file whole;
    z_stream stream = {
        .next_in = (unsigned char *)data, .avail_in = (unsigned)size, .zalloc = zlib_allocate};
    memory_file_open(&whole);
    inflateInit2(&stream, WINDOW);
    int outcome = Z_OK;
    while (outcome == Z_OK && stream.total_out < MAX_MEMBER) {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        outcome = inflate(&stream, Z_NO_FLUSH);
        fwrite(part, 1, sizeof part - stream.avail_out, whole.out);
    }
    struct member member = {memory_file_close(&whole), stream.total_out, stream.total_in,
                            outcome == Z_BUF_ERROR};
    inflateEnd(&stream);
    if (outcome != Z_STREAM_END) {
        free(member.text);
        member.text = NULL;
    }
    return member;
}

/* Returns the offset of the next whole member after a damaged one; `size` if there is none. */
static size_t gzip_member_find_next(const unsigned char *data, size_t size)
{
    for (size_t i = 1; i + sizeof MAGIC < size; i++) {
        if (memcmp(data + i, MAGIC, sizeof MAGIC) != 0)
            continue;
        struct member member = gzip_member_read(data + i, size - i);
        bool is_whole = member.text != NULL;
        free(member.text);
        if (is_whole)
            return i;
    }
    return size;
}

/* ---- reading ---- */

enum { MAX_FILE_BYTES = 1 << 28 };

/* Returns the bytes of a regular file, and their number; NULL on an error. */
static unsigned char *read_file(const char *path, off_t *size, struct error *error)
{
    struct stat status;
    unsigned char *data = NULL;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not block */
    if (fd < 0 || fstat(fd, &status))
        fail(error, STATUS_INPUT, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode) || status.st_size > MAX_FILE_BYTES)
        fail(error, STATUS_INPUT, "%s: expected the log of a run, a file of at most %d MiB", path,
             MAX_FILE_BYTES >> 20);
    else {
        *size = status.st_size;
        data = xcalloc((size_t)*size + 1, 1);
        if (!read_all(fd, data, (size_t)*size)) {
            fail(error, STATUS_INPUT, "%s: cannot be read", path);
            free(data);
            data = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return data;
}

/* Adds a line; text is NULL for a damaged one. */
static void add_line(struct log_lines *lines, const char *text, size_t length)
{
    json_error_t ignored;
    json_t *line = text ? json_loadb(text, length, JSON_REJECT_DUPLICATES, &ignored) : NULL;
    lines->line = xreallocarray(lines->line, lines->n + 1, sizeof(json_t *));
    lines->fault = xreallocarray(lines->fault, lines->n + 1, sizeof *lines->fault);
    lines->fault[lines->n] =
        line ? NULL : "damaged (restore the file, or measure again with --resume)";
    lines->line[lines->n++] = line;
}

/* Adds the lines of a member: one line, or all lines of a log that another program compressed.
 * Returns the length of the whole lines, which are the lines with a newline at the end. */
static size_t add_lines(struct log_lines *lines, const char *text, size_t length)
{
    const char *at = text, *end;
    for (; (end = memchr(at, '\n', (size_t)(text + length - at))); at = end + 1)
        add_line(lines, at, (size_t)(end - at));
    return (size_t)(at - text);
}

/* Reads a member. Returns its length in bytes; 0 if the end of the member is missing. */
static size_t read_member(const unsigned char *data, size_t size, struct log_lines *lines)
{
    struct member member = gzip_member_read(data, size);
    if (!member.text)
        member.bytes = gzip_member_find_next(data, size);
    if (member.is_torn && member.bytes == size)
        return 0;
    if (!member.text || add_lines(lines, member.text, member.length) < member.length)
        add_line(lines, NULL, 0);
    free(member.text);
    return member.bytes;
}

/* Returns whether all texts within the value may be printed on a terminal. Control characters of
 * ASCII and of Latin-1 must not, because they would change the terminal's state. */
static bool is_printable(const json_t *value)
{
    size_t i;
    const char *name;
    json_t *part;
    const unsigned char *c = (const unsigned char *)json_string_value(value);
    for (; c && *c; c++)
        if (*c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            return false;
    json_array_foreach (value, i, part)
        if (!is_printable(part))
            return false;
    json_object_foreach ((json_t *)value, name, part)
        if (!is_printable(part))
            return false;
    return true;
}

bool log_read(const char *path, struct log_lines *lines, struct error *error)
{
    *lines = (struct log_lines){.line = NULL};
    unsigned char *data = read_file(path, &lines->file, error);
    if (!data)
        return false;
    lines->is_text = *data == '{';
    size_t size = (size_t)lines->file, read = 0, bytes = 1;
    if (lines->is_text)
        read = add_lines(lines, (const char *)data, size);
    while (!lines->is_text && read < size && bytes) {
        bytes = read_member(data + read, size - read, lines);
        read += bytes;
    }
    lines->bytes = (off_t)read;
    free(data);
    if (!lines->n || !lines->line[0])
        return fail(error, STATUS_INPUT, "%s:1: expected the first line of a run's log; %s", path,
                    size ? "it is damaged, or this is no log" : "the file is empty");
    for (size_t i = 0; i < lines->n; i++)
        if (!is_printable(lines->line[i]))
            return fail(error, STATUS_INPUT, "%s:%zu: a text contains a control character", path,
                        i + 1);
    return true;
}

static void note_fault(const char *path, size_t line, const char *fault)
{
    char text[PATH_MAX + 160];
    snprintf(text, sizeof text, "%s:%zu: %s; this line is left out", path, line, fault);
    progress_note(text);
}

void log_note_faults(const char *path, const struct log_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++)
        if (lines->fault[i])
            note_fault(path, i + 1, lines->fault[i]);
    if (lines->bytes < lines->file)
        note_fault(path, lines->n + 1, "cut off");
}

void log_lines_free(struct log_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++)
        json_decref(lines->line[i]);
    free(lines->line);
    free(lines->fault);
}

/* ---- the file ---- */

enum { FOLDER_SIZE = 4096 };

static const char SUFFIX[] = ".jsonl.gz";

bool log_has_name(const char *name)
{
    size_t length = strlen(name), suffix = strlen(SUFFIX);
    return *name != '.' && length > suffix && !strcmp(name + length - suffix, SUFFIX);
}

static bool cannot(const char *path, const char *what, struct error *error)
{
    return fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_OUTPUT, "%s: cannot %s: %s",
                path, what, strerror(errno));
}

/* ---- create ---- */

/* Creates a folder and its parents, as mkdir -p does. */
static bool create_folders(char *path)
{
    for (char *slash = path + 1;; slash++) {
        char end = *slash;
        if (end && end != '/')
            continue;
        *slash = 0;
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = end;
        if (!ok || !end)
            return ok;
    }
}

/* Shortens "gcc 12.2.0" to "gcc-12". */
static void shorten_compiler(const char *compiler, char *word, size_t size)
{
    size_t name = strcspn(compiler, " "), major = strcspn(compiler + name, ".");
    snprintf(word, size, "%.*s-%.*s", (int)name, compiler, major ? (int)major - 1 : 0,
             compiler + name + (major > 0));
}

/* Locks the file for writing. The end of the process unlocks it. */
static bool lock(const struct log *log, struct error *error)
{
    if (flock(log->fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return cannot(log->path, "lock this file", error);
    return fail(error, STATUS_INPUT, "%s: another process writes to this log; wait until it ends",
                log->path);
}

bool log_create_folder(const char *folder, const char *cpu, struct error *error)
{
    char path[FOLDER_SIZE];
    errno = ENAMETOOLONG;
    if (snprintf(path, sizeof path, "%s/%s", folder, cpu) >= FOLDER_SIZE || !create_folders(path))
        return cannot(path, "create this folder", error);
    return access(path, W_OK | X_OK) == 0 || cannot(path, "write to this folder", error);
}

bool log_create(struct log *log, const char *folder, const struct machine *machine,
                const char *compiler, const char *level, time_t began, struct error *error)
{
    char parent[FOLDER_SIZE], word[64], day[16];
    *log = (struct log){.fd = -1};
    shorten_compiler(compiler, word, sizeof word);
    strftime(day, sizeof day, "%Y%m%d", gmtime(&began));
    snprintf(parent, sizeof parent, "%s/%s", folder, machine->slug);
    for (unsigned n = 1; log->fd < 0; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(log->path, sizeof log->path, "%s/%s-%s-%.64s%s%s%s%s", parent, day, word, level,
                 *machine->core_kind ? "-" : "", machine->core_kind, number, SUFFIX);
        log->fd = open(log->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (log->fd < 0 && errno != EEXIST)
            return cannot(parent, "write to this folder", error);
    }
    if (lock(log, error))
        return true;
    unlink(log->path); /* as the caller writes nothing to it */
    return false;
}

/* ---- append ---- */

bool log_reopen(struct log *log, const char *path, const struct log_lines *lines,
                struct error *error)
{
    struct stat status;
    *log = (struct log){
        .fd = open(path, O_RDWR | O_CLOEXEC), .bytes = lines->bytes, .is_text = lines->is_text};
    snprintf(log->path, sizeof log->path, "%s", path);
    if (log->fd < 0)
        return cannot(path, "append to this log", error);
    if (!lock(log, error))
        return false;
    if (fstat(log->fd, &status) || status.st_size != lines->file)
        return fail(error, STATUS_INPUT, "%s: another process has just written to this log", path);
    return ftruncate(log->fd, lines->bytes) == 0 || cannot(path, "append to this log", error);
}

bool log_check(const struct log *log, struct error *error)
{
    struct stat status;
    errno = EBADF;
    if (log->fd < 0 || fstat(log->fd, &status))
        return cannot(log->path, "append to this log", error);
    if (!status.st_nlink)
        return fail(error, STATUS_OUTPUT, "%s: the log was removed", log->path);
    return status.st_size == log->bytes ||
           fail(error, STATUS_OUTPUT, "%s: another program has %s this log", log->path,
                status.st_size > log->bytes ? "appended to" : "cut off");
}

bool log_append(struct log *log, const json_t *line, struct error *error)
{
    if (!log_check(log, error))
        return false;
    char *text = json_dumps(line, JSON_OF_RUNS);
    size_t length = strlen(text), bytes = length + 1;
    text[length] = '\n'; /* in place of the NUL */
    unsigned char *member = log->is_text ? NULL : gzip_member_make(text, length + 1, &bytes);
    const void *data = member ? (void *)member : text;
    bool ok = (lseek(log->fd, log->bytes, SEEK_SET) >= 0 && write_all(log->fd, data, bytes) &&
               fsync(log->fd) == 0) ||
              cannot(log->path, "append to this log", error);
    if (ok)
        log->bytes += (off_t)bytes;
    else if (ftruncate(log->fd, log->bytes)) /* the next line must follow a whole line */
        log_close(log);
    free(text);
    free(member);
    return ok;
}

void log_close(struct log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = -1;
}
