/* SPDX-License-Identifier: MIT
 * The tables of what the JSON objects of a log contain. By these, write_log writes the objects, and
 * read_log reads them back. results/LOG.md explains all members. */
#ifndef LOG_FIELDS_H
#define LOG_FIELDS_H

#include "analysis/run.h"
#include "base/json_fields.h"

enum { LOG_FORMAT = 4 }; /* version of logs, and of the JSON */

/* ---- the first line ---- */

extern const struct field head_fields[];    /* of struct report      */
extern const struct field options_fields[]; /* of struct run_request */
extern const struct field pin_fields[];     /* of struct pin         */

/* Of struct scheme. A log has only the sum of the sizes of its tables, engine_bytes. That is read
 * back as the size of the first table, so that scheme_bytes() returns it. */
extern const struct field scheme_fields[];
extern const struct field table_bytes_fields[]; /* of the object table_bytes, by piece */

struct log_column {
    struct list list; /* without items */
    const char *mode, *unit;
    int working_set_kib; /* -1: the mode has no cold cache */
};
extern const struct field column_fields[];

struct log_row {
    const char *scheme, *workload, *mode;
    enum piece piece;
    enum row_status status;
    const char *reason; /* NULL with ROW_OK */
};
extern const struct field row_fields[];

/* ---- further lines ---- */

struct log_process {
    size_t number; /* the first is 1 */
    struct process_times times;
    double reference_ipc;
};
extern const struct field process_fields[];

/* Of struct process_result. The line of a process has an array for each of these fields, with a
 * value for each row. The array of a hardware counter is absent if the process had no such
 * counter. */
enum { FIRST_COUNTER = 4, RESULT_FIELDS = FIRST_COUNTER + COUNTERS };
extern const struct field result_fields[RESULT_FIELDS];

struct log_failed_row {
    size_t row;
    enum row_status status;
    const char *reason;
};
extern const struct field failed_row_fields[];

struct log_resumed {
    time_t when;
    size_t processes; /* of the run in all */
};
extern const struct field resumed_fields[];
extern const struct field ended_fields[]; /* of a time_t */

#endif
