/* SPDX-License-Identifier: MIT
 * The log of a run as a file: lines of JSON, each a gzip member. */
#ifndef LOG_H
#define LOG_H

#include "base/error.h"
#include "machine/machine.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* ---- reading ---- */

struct log_lines {
    json_t **line;      /* NULL if it is damaged, which the first one never is   */
    const char **fault; /* [n]: why the line is left out; NULL if it is not      */
    size_t n;
    off_t bytes;  /* of the lines in the file; what follows them was torn off */
    off_t file;   /* bytes of the whole file                                  */
    bool is_text; /* the file is not compressed                               */
};

/* Reads all lines, compressed or plain text. Leaves out a last line that was torn off; a damaged
 * line is NULL. Fails with STATUS_INPUT if a text contains control characters, or if there is no
 * whole first line. log_lines_free() must follow in any case. */
bool log_read(const char *path, struct log_lines *lines, struct error *error);

/* Prints on stderr which lines are left out, and why. */
void log_note_faults(const char *path, const struct log_lines *lines);

void log_lines_free(struct log_lines *lines);

/* ---- the file ---- */

/* The file of a run: DIR/<cpu>/<yyyymmdd>-<compiler>-<level>.jsonl.gz, on a hybrid CPU with
 * -<kind of core> after the level; lines of JSON. Each line is a gzip member of its own, whose
 * CRC-32 protects it; gzip's readers join them. Lines are appended and never changed, so that a
 * killed run has all that it wrote. */

enum { LOG_PATH_SIZE = 4096 + 256 };

struct log {
    int fd; /* -1: not open */
    char path[LOG_PATH_SIZE];
    off_t bytes; /* of all whole lines */
    bool is_text;
};

/* Returns whether a file's name ends as the names of logs do. */
bool log_has_name(const char *name);

/* Creates the folder of a CPU's logs. Fails with STATUS_OUTPUT if it is not writable. */
bool log_create_folder(const char *folder, const char *cpu, struct error *error);

/* Creates the file of a run that begins at this time, in the folder of its CPU. The second file of
 * a day gets the suffix -2, and so on. Fails with STATUS_OUTPUT. */
bool log_create(struct log *log, const char *folder, const struct machine *machine,
                const char *compiler, const char *level, time_t began, struct error *error);

/* Opens a file for appending to it after log_read(), whose torn line is removed. Fails with
 * STATUS_INPUT if another process writes to it, or has done so since. */
bool log_reopen(struct log *log, const char *path, const struct log_lines *lines,
                struct error *error);

/* Appends a line and writes it to the disk. Fails with STATUS_OUTPUT if the file cannot be written
 * to, or as log_check(). The lines before remain whole. */
bool log_append(struct log *log, const json_t *line, struct error *error);

/* Fails with STATUS_OUTPUT if another program has removed, cut off or appended to the file. */
bool log_check(const struct log *log, struct error *error);

/* Removes the file, unless another program has changed it. */
void log_remove(const struct log *log);

void log_close(struct log *log);

#endif
