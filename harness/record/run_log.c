/* SPDX-License-Identifier: MIT */
#include "record/run_log.h"
#include "base/memory.h"
#include "base/progress.h"
#include "record/write_log.h"

#include <stdlib.h>
#include <unistd.h>

/* Appends a line, which it frees. */
static bool append_line(struct run_log *log, json_t *line, struct error *error)
{
    bool ok = log_append(&log->file, line, error);
    json_decref(line);
    return ok;
}

/* Notes which failures the log contains already. */
static void note_failed_rows(struct run_log *log, const struct report *report)
{
    const struct run *run = report->run;
    log->report = report;
    log->failed = xcalloc(run->n, sizeof *log->failed);
    for (size_t i = 0; i < run->n; i++)
        log->failed[i] = run->row[i].planned.status != ROW_OK;
}

bool run_log_begin(struct run_log *log, const struct report *report, struct error *error)
{
    note_failed_rows(log, report);
    return log->file.fd < 0 || append_line(log, json_incref((json_t *)report->head), error);
}

bool run_log_resume(struct run_log *log, const struct report *report, struct error *error)
{
    log->keep = true;
    note_failed_rows(log, report);
    return append_line(log, log_resumed(report->request->processes, time(NULL)), error);
}

/* Appends a line unless an earlier one is lost: lines are in order. */
static void add_line(struct run_log *log, json_t *line)
{
    if (log->lost)
        json_decref(line);
    else if (!append_line(log, line, &log->error)) {
        log->lost = true;
        progress_note(log->error.text);
    }
}

static void add_failures(struct run_log *log)
{
    const struct run *run = log->report->run;
    for (size_t i = 0; i < run->n; i++) {
        enum row_status status = run->row[i].planned.status;
        if (log->failed[i] || (status != ROW_WRONG && status != ROW_CRASHED))
            continue;
        log->failed[i] = true;
        add_line(log, log_failed_row(run, i));
    }
}

void run_log_add_process(void *context, const struct process_times *times)
{
    struct run_log *log = context;
    const struct run *run = log->report->run;
    if (log->file.fd < 0)
        return;
    add_failures(log);
    add_line(log, log_process(run, run->processes_ended - 1, times));
    log->keep = log->keep || !log->lost;
}

bool run_log_end(struct run_log *log, bool whole, struct error *error)
{
    if (log->file.fd < 0 && !log->lost)
        return true;
    add_failures(log);
    if (whole)
        add_line(log, log_ended(time(NULL)));
    if (log->lost)
        *error = log->error;
    return !log->lost;
}

void run_log_close(struct run_log *log)
{
    if (log->file.fd >= 0 && log->report && !log->keep)
        unlink(log->file.path);
    log_close(&log->file);
    free(log->failed);
}
