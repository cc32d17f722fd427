/* SPDX-License-Identifier: MIT
 * The lines of a log, as jansson values. Each function returns a new one. results/LOG.md explains
 * all members. */
#ifndef WRITE_LOG_H
#define WRITE_LOG_H

#include "record/report.h"

#include <jansson.h>

/* The members of a process's line that have a value for each row, as struct process_result has. */
struct process_member {
    const char *name;
    size_t offset;
    bool whole;    /* an uint32_t; else a double, NAN is null           */
    bool optional; /* a counter: absent if the process could not count */
    double least, most;
};
enum { PROCESS_MEMBERS = 4 + COUNTERS };
extern const struct process_member process_members[PROCESS_MEMBERS];

/* Returns the member's name of a counter. */
const char *counter_name(enum counter counter);

/* Returns a number, null if it is not finite. */
json_t *json_number(double value);

/* Returns what the first line has of the column of a row. */
json_t *log_column(const struct row *row);

/* Returns the first line: all that is known before timing. */
json_t *log_head(const struct report *report);

/* Returns the line of process p, 0 the first. */
json_t *log_process(const struct run *run, size_t p, const struct process_times *times);

/* Returns the line of a row that became wrong or crashed while it was timed. */
json_t *log_failed_row(const struct run *run, size_t row);

/* Returns the line of a run that is continued for a number of processes in all. */
json_t *log_resumed(size_t processes, time_t now);

/* Returns the last line of a run that was not interrupted. */
json_t *log_ended(time_t now);

#endif
