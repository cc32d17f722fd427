/* SPDX-License-Identifier: MIT
 * The log of a run: written while the run is measured, and read back. */
#ifndef RUN_LOG_H
#define RUN_LOG_H

#include "base/json_fields.h"
#include "record/log_file.h"
#include "record/result.h"

/* ---- the log of a run that is measured ---- */

/* Returns the first line: all that is known before timing. */
json_t *log_head(const struct result *result);

struct run_log {
    const struct result *result;
    struct log file;    /* not open if the run is not saved, or no longer */
    bool *failed;       /* [run.n]: rows whose failure has been written */
    bool keep;          /* the file is worth keeping: it has a process, or the run was resumed */
    struct error error; /* STATUS_OK unless a line could not be written */
};

/* Writes the first line of a new log, or the line that says that a run is resumed. Writes nothing
 * if no file is open. Errors are those of log_append(). run_log_close() must follow. */
bool run_log_begin(struct run_log *log, const struct result *result, bool resumed,
                   struct error *error);

/* Writes the line of a process that has just ended. If that fails, prints the error once; the run
 * goes on, and run_log_end() will fail. This is a process_ended_fn (timing/parent.h) with a struct
 * run_log as its context. */
void run_log_add_process(void *log, const struct process_record *process);

/* Ends the log; `whole` says that the run was not interrupted. If a line could not be written,
 * returns false with the first such error. */
bool run_log_end(struct run_log *log, bool whole, struct error *error);

/* Closes the file, and removes the file of a new run if it contains no process. */
void run_log_close(struct run_log *log);

/* ---- a recorded run ---- */

/* A run that was read back from its log. Its schemes, lists and modes come from the file, so that
 * this program need not have them. */

struct recorded_run {
    char *path;
    struct log_lines lines; /* the texts of the members below point into these */
    struct scheme *schemes;
    size_t scheme_count;
    struct lists lists;         /* without items */
    struct run_request request; /* as far as the log has it: options and modes */
    struct run run;             /* not concluded */
    struct machine machine;
    struct pin pin;
    bool ended;           /* the run was not interrupted */
    struct result result; /* points to all of the above */
};

/* Reads a log. Returns NULL with STATUS_INPUT if this program does not write the log's format, or
 * if a member of a JSON object is missing or impossible. */
struct recorded_run *recorded_run_read(const char *path, struct error *error);

/* Calls conclude() for the run. Fails with STATUS_INPUT if no process has ended. */
bool recorded_run_conclude(struct recorded_run *run, struct error *error);

/* Frees the run; NULL is allowed. */
void recorded_run_free(struct recorded_run *run);

/* ---- what a log and the JSON of a run share ---- */

/* Returns what the first line says about a column. */
json_t *log_column_json(const struct column *column);

/* The fields of struct process_result. The line of a process has an array for each field, with a
 * value for each row; but no array for a hardware counter that the process lacked. */
enum { FIRST_COUNTER = 4, RESULT_FIELDS = FIRST_COUNTER + COUNTERS };
extern const struct field result_fields[RESULT_FIELDS];

#endif
