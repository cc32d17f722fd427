/* SPDX-License-Identifier: MIT
 * The log of a run as a file: lines of JSON, each compressed as a gzip member. */
#ifndef LOG_FILE_H
#define LOG_FILE_H

#include "base/error.h"
#include "machine/machine.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* ---- reading ---- */

struct log_lines {
    json_t **line;      /* [n]: NULL for a damaged line; the first is never damaged */
    const char **fault; /* [n]: why the line is left out; NULL for a line that is used */
    size_t n;
    off_t bytes;  /* that the lines take in the file; a torn line may follow */
    off_t file;   /* bytes of the whole file                                 */
    bool is_text; /* the file is not compressed                              */
};

/* Reads all lines of a file, compressed or plain. A damaged line becomes NULL, and a torn last
 * line, whose end is missing, is left out. Fails with STATUS_INPUT if the file or its first line is
 * unreadable, or if a text contains control characters. log_lines_free() must follow anyway. */
bool log_read(const char *path, struct log_lines *lines, struct error *error);

/* Prints on stderr which lines are left out, and why. */
void log_note_faults(const char *path, const struct log_lines *lines);

void log_lines_free(struct log_lines *lines);

/* ---- the file ---- */

/* The file of a run is DIR/<cpu>/<yyyymmdd>-<compiler>-<level>.jsonl.gz; on a hybrid CPU, the kind
 * of core follows the level. Each line is a gzip member of its own, with a CRC-32 to protect it;
 * programs that read gzip join the members. Lines are appended and never changed, so that a killed
 * run keeps all that it wrote. */

enum { LOG_PATH_SIZE = 4096 + 256 };

struct log {
    int fd; /* -1: not open */
    char path[LOG_PATH_SIZE];
    off_t bytes; /* of all whole lines */
    bool is_text;
};

/* Returns whether the name of a file has the suffix of logs. */
bool log_has_name(const char *name);

/* Creates the folder of a CPU's logs. Fails with STATUS_OUTPUT if it is not writable. */
bool log_create_folder(const char *folder, const char *cpu, struct error *error);

/* Creates the file of a run that began at this time, in the folder of its CPU. If the file name is
 * taken, appends -2 or the next free number to it. Errors are STATUS_OUTPUT. */
bool log_create(struct log *log, const char *folder, const struct machine *machine,
                const char *compiler, const char *level, time_t began, struct error *error);

/* Opens a file that log_read() has read, to append lines to it. Removes a torn last line. Fails
 * with STATUS_INPUT if another process writes to the file or has written to it since log_read(),
 * and with STATUS_OUTPUT if the file is not writable. */
bool log_reopen(struct log *log, const char *path, const struct log_lines *lines,
                struct error *error);

/* Appends a line and writes it to the disk. Fails with STATUS_OUTPUT if this is impossible, or if
 * log_check() fails; all earlier lines then remain whole. */
bool log_append(struct log *log, const json_t *line, struct error *error);

/* Fails with STATUS_OUTPUT if another program has removed the file, cut it off or appended to
 * it. */
bool log_check(const struct log *log, struct error *error);

void log_close(struct log *log);

#endif
