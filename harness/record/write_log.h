/* SPDX-License-Identifier: MIT
 * Writes the log of a run while it is measured. results/LOG.md explains all members. */
#ifndef WRITE_LOG_H
#define WRITE_LOG_H

#include "record/log.h"
#include "record/report.h"

/* Returns what the first line says of the column of a row. */
json_t *log_column_json(const struct row *row);

/* Returns the first line: all that is known before timing. */
json_t *log_head(const struct report *report);

/* ---- the log of a run that is measured ---- */

struct run_log {
    const struct report *report;
    struct log file; /* not open if nothing is saved, or nothing any more */
    bool *failed;    /* [run.n]: rows whose failure has been written */
    bool keep;       /* a process is in the file, or the run was resumed */
    bool lost;       /* a line could not be written, see `error` */
    struct error error;
};

/* Begins the log of a run by its first line, or continues that of a resumed run by a line that says
 * so. Does nothing if no file is open. Errors are those of log_append(). run_log_close() must
 * follow. */
bool run_log_begin(struct run_log *log, const struct report *report, bool resumed,
                   struct error *error);

/* Writes the line of a process that has just ended. If that fails, prints so once; the run goes on,
 * and run_log_end() will fail. This is a process_ended_fn, whose context `log` is a struct
 * run_log. */
void run_log_add_process(void *log, const struct process_times *times);

/* Ends the log; `whole` says that the run was not interrupted. If a line could not be written,
 * returns false with the first such error. */
bool run_log_end(struct run_log *log, bool whole, struct error *error);

/* Closes the file. Removes it if the run is a new one, of which the file has no process. */
void run_log_close(struct run_log *log);

#endif
