/* SPDX-License-Identifier: MIT
 * The parts of recorded_result_read(), see recorded_result.h. Errors begin with the path. */
#ifndef READER_H
#define READER_H

#include "output/recorded/recorded_result.h"

#include <jansson.h>

struct result_reader {
    struct recorded_result *result;
    const char *path;
    struct error *error;
};

/* Fails with STATUS_INPUT: "PATH: WHAT NUMBER (NAME): REASON", with the number from 1 on. */
bool reader_refuse(const struct result_reader *reader, const char *what, size_t index,
                   const char *name, const char *reason);

/* Fails with STATUS_ENVIRONMENT. */
bool reader_no_memory(const struct result_reader *reader);

/* Returns a member that is a string; "" if it is none. */
const char *reader_text(const json_t *object, const char *name);

/* Copies a member that is a string; returns false if it is none or longer than size - 1. */
bool reader_copy_text(const json_t *object, const char *name, char *to, size_t size);

/* Returns a number, NAN for null; INFINITY for anything else and beyond the limits. */
double reader_number(const json_t *value, double least, double most);

/* Reads a member that is an integer from 0 to `most`. */
bool reader_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to);

/* Returns the index of a piece's name; ROW_PIECES if it is none. */
enum piece reader_piece(const char *name);

/* Reads the schemes into an array. */
bool reader_schemes(const struct result_reader *reader);

/* Reads columns and rows. Schemes, processes and "partial" have been read. */
bool reader_columns(const struct result_reader *reader);

/* Allocates the values of a row's processes. Returns false if out of memory. */
bool reader_make_processes(struct measured_row *row, size_t processes);

/* Reads one row, whose scheme, workload and mode are set, and whose processes are made if it has
 * any. Returns the reason why it is impossible, NULL if there is none. */
const char *reader_row(const struct result_reader *reader, const json_t *json,
                       struct measured_row *row);

#endif
