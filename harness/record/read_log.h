/* SPDX-License-Identifier: MIT
 * Reads a run back from its log. */
#ifndef READ_LOG_H
#define READ_LOG_H

#include "base/error.h"
#include "plan/rows.h"
#include "record/log.h"
#include "record/report.h"
#include "scheme.h"

#include <jansson.h>
#include <stddef.h>

/* ---- members of a line ---- */

/* Returns a member that is a string; "" if it is none. */
const char *field_text(const json_t *object, const char *name);

/* Copies a member that is a string; returns false if it is none or longer than size - 1. */
bool field_copy_text(const json_t *object, const char *name, char *to, size_t size);

/* Reads a number within the limits, or NAN for null. */
bool field_number(const json_t *value, double least, double most, double *to);

/* Reads a member that is an integer from 0 to `most`. */
bool field_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to);

/* Returns the index of the name of a piece; ROW_PIECES if it is none. */
enum piece field_piece(const json_t *object);

/* ---- a recorded run ---- */

/* A run, read back from its log. Schemes, lists and modes come from the file: this program need
 * not contain them. */

struct recorded_run {
    char *path;
    struct log_lines lines; /* into which texts point */
    struct scheme *schemes;
    size_t scheme_count;
    struct lists *lists;        /* without items */
    struct run_request request; /* its processes, names of given options, modes with sizes */
    struct run run;             /* not concluded */
    struct machine machine;
    struct pin pin;
    bool ended;           /* was not interrupted */
    struct report report; /* of all these */
};

/* Reads a log of format 4. Returns NULL with STATUS_INPUT if a member is missing or impossible.
 * Texts of the file contain no control characters. */
struct recorded_run *recorded_run_read(const char *path, struct error *error);

/* Computes the figures of the run. Fails with STATUS_INPUT if no process has ended. */
bool recorded_run_conclude(struct recorded_run *run, struct error *error);

/* Frees the run; NULL is allowed. */
void recorded_run_free(struct recorded_run *run);

/* ---- parts of the reader ---- */

/* The parts of recorded_run_read(). Errors begin with the path and the number of a
 * line. */

struct log_reader {
    struct recorded_run *run;
    const char *path;
    struct error *error;
};

/* Fails with STATUS_INPUT: "PATH:LINE: WHAT NUMBER (NAME): REASON", with the number from 1 on. */
bool reader_refuse(const struct log_reader *reader, size_t line, const char *what, size_t index,
                   const char *name, const char *reason);

/* Reads the schemes of the first line. */
bool reader_schemes(const struct log_reader *reader);

/* Reads the columns and rows of the first line. The schemes have been read. */
bool reader_rows(const struct log_reader *reader);

#endif
