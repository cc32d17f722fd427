/* SPDX-License-Identifier: MIT
 * Reads the first line of a log, and refuses lines; for the files in record/ only. */
#ifndef RUN_LOG_HEAD_H
#define RUN_LOG_HEAD_H

#include "record/run_log.h"

enum {
    MAX_SECONDS = 1000000000,
    MAX_REASON = sizeof((struct row *)NULL)->reason - 1,
};

struct log_reader {
    struct recorded_run *run;
    bool *seen;                    /* [scheme][column]: this row was read   */
    size_t line;                   /* index of the line that is read        */
    char reason[2 * FIELD_REASON]; /* why the line is refused               */
};

/* Sets the reason why the line is refused, and returns false. */
__attribute__((format(printf, 2, 3))) bool log_refuse(struct log_reader *reader, const char *reason,
                                                      ...);

/* Puts before the reason which element of an array is refused: its kind, its number, and its first
 * texts, as in "row 3 (null queen games latency): ...". Returns false. */
bool log_refuse_element(struct log_reader *reader, const char *kind, size_t i,
                        const json_t *element);

/* Reads the first line into reader->run. Returns false if it is refused. */
bool log_read_head(struct log_reader *reader, const json_t *head);

#endif
