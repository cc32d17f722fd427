/* SPDX-License-Identifier: MIT */
#include "record/log.h"
#include "base/fd_io.h"
#include "record/gzip_member.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FOLDER_SIZE = 4096,
    FLAGS = JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6),
};

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

/* Returns the process that has locked a file; 0: unknown. */
static long find_writer(int fd)
{
    struct stat status = {0};
    unsigned long inode;
    char line[160];
    long pid = 0, locked_by;
    FILE *locks = fopen("/proc/locks", "r"); /* of Linux */
    while (locks && !pid && fgets(line, sizeof line, locks))
        if (sscanf(line, "%*d: FLOCK %*s %*s %ld %*x:%*x:%lu", &locked_by, &inode) == 2 &&
            fstat(fd, &status) == 0 && inode == status.st_ino)
            pid = locked_by;
    if (locks)
        fclose(locks);
    return pid;
}

/* Takes the right to write, which the end of the process gives back. */
static bool lock(const struct log *log, struct error *error)
{
    if (flock(log->fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return cannot(log->path, "lock this file", error);
    char writer[48] = "another process";
    long pid = find_writer(log->fd);
    if (pid)
        snprintf(writer, sizeof writer, "process %ld", pid);
    return fail(error, STATUS_INPUT, "%s: %s writes to this log; wait until it ends", log->path,
                writer);
}

/* Writes the path of a CPU's folder. Returns false if it is too long. */
static bool name_folder(char path[static FOLDER_SIZE], const char *folder, const char *cpu)
{
    return snprintf(path, FOLDER_SIZE, "%s/%s", folder, cpu) < FOLDER_SIZE;
}

bool log_create_folder(const char *folder, const char *cpu, struct error *error)
{
    char path[FOLDER_SIZE];
    errno = ENAMETOOLONG;
    if (!name_folder(path, folder, cpu) || !create_folders(path))
        return cannot(path, "create this folder", error);
    return access(path, W_OK | X_OK) == 0 || cannot(path, "write to this folder", error);
}

bool log_create(struct log *log, const char *folder, const char *cpu, const char *compiler,
                const char *level, time_t began, struct error *error)
{
    char parent[FOLDER_SIZE], word[64], day[16];
    *log = (struct log){.fd = -1};
    shorten_compiler(compiler, word, sizeof word);
    strftime(day, sizeof day, "%Y%m%d", gmtime(&began));
    name_folder(parent, folder, cpu);
    for (unsigned n = 1; log->fd < 0; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(log->path, sizeof log->path, "%s/%s-%s-%.64s%s%s", parent, day, word, level,
                 number, SUFFIX);
        log->fd = open(log->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (log->fd < 0 && errno != EEXIST)
            return cannot(parent, "write to this folder", error);
    }
    return lock(log, error);
}

/* ---- append ---- */

bool log_reopen(struct log *log, const char *path, const struct log_lines *lines,
                struct error *error)
{
    struct stat status;
    *log = (struct log){.fd = open(path, O_RDWR | O_CLOEXEC), .bytes = lines->bytes};
    snprintf(log->path, sizeof log->path, "%s", path);
    if (log->fd < 0)
        return cannot(path, "append to this log", error);
    if (!lock(log, error))
        return false;
    if (fstat(log->fd, &status) || status.st_size != lines->file)
        return fail(error, STATUS_INPUT, "%s: another process has just written to this log", path);
    return ftruncate(log->fd, lines->bytes) == 0 || cannot(path, "append to this log", error);
}

/* Removes what was written of a line, so that the next one follows a whole one. */
static bool fail_append(struct log *log, struct error *error)
{
    cannot(log->path, "append to this log", error);
    if (ftruncate(log->fd, log->bytes))
        log_close(log); /* nothing more can be written */
    return false;
}

/* Returns the line with its newline; NULL if out of memory. */
static char *dump_line(const json_t *line, size_t *length)
{
    char *text = json_dumps(line, FLAGS), *longer = NULL;
    if (text) {
        *length = strlen(text) + 1;
        longer = realloc(text, *length + 1);
    }
    if (!longer)
        free(text);
    else
        strcpy(longer + *length - 1, "\n");
    return longer;
}

bool log_append(struct log *log, const json_t *line, struct error *error)
{
    struct stat status;
    size_t length, bytes;
    char *text = dump_line(line, &length);
    unsigned char *member = text ? gzip_member_make(text, length, &bytes) : NULL;
    free(text);
    if (!member)
        return fail(error, STATUS_ENVIRONMENT, "%s: no memory for a line", log->path);
    errno = EBADF;
    bool ok = log->fd >= 0 && lseek(log->fd, log->bytes, SEEK_SET) >= 0 &&
              write_all(log->fd, member, bytes) && fsync(log->fd) == 0 &&
              fstat(log->fd, &status) == 0;
    free(member);
    if (!ok)
        return fail_append(log, error);
    log->bytes += (off_t)bytes;
    return status.st_nlink || fail(error, STATUS_OUTPUT, "%s: the log was removed", log->path);
}

void log_close(struct log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = -1;
}
