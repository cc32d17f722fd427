/* SPDX-License-Identifier: MIT
 * The parts of recorded_run_read(), see recorded_run.h. Errors begin with the path and the number
 * of a line. */
#ifndef READ_LOG_H
#define READ_LOG_H

#include "record/fields.h"
#include "record/recorded_run.h"

struct log_reader {
    struct recorded_run *run;
    const char *path;
    struct error *error;
};

/* Fails with STATUS_INPUT: "PATH:LINE: WHAT NUMBER (NAME): REASON", with the number from 1 on. */
bool reader_refuse(const struct log_reader *reader, size_t line, const char *what, size_t index,
                   const char *name, const char *reason);

/* Fails with STATUS_ENVIRONMENT. */
bool reader_no_memory(const struct log_reader *reader);

/* Reads the schemes of the first line. */
bool reader_schemes(const struct log_reader *reader);

/* Reads the columns and rows of the first line. The schemes have been read. */
bool reader_rows(const struct log_reader *reader);

/* Reads what happened after the first line. */
bool reader_further_lines(const struct log_reader *reader);

#endif
