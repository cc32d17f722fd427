/* SPDX-License-Identifier: MIT */
#include "record/run_log.h"
#include "base/json_memory.h"
#include "base/progress.h"
#include "record/write_log.h"

#include <stdlib.h>
#include <unistd.h>

/* Appends a line, which it frees. */
static bool append(struct run_log *log, json_t *line, struct error *error)
{
    bool ok = (line && json_memory_ok()) ||
              fail(error, STATUS_ENVIRONMENT, "%s: no memory for a line", log->file.path);
    ok = ok && log_append(&log->file, line, error);
    json_decref(line);
    return ok;
}

/* Notes which failures the log contains already. */
static bool begin(struct run_log *log, const struct report *report, struct error *error)
{
    const struct run *run = report->run;
    log->report = report;
    log->failed = calloc(run->n + 1, sizeof *log->failed);
    if (!log->failed)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", run->n);
    for (size_t i = 0; i < run->n; i++)
        log->failed[i] = run->row[i].planned.status != ROW_OK;
    json_memory_watch();
    return true;
}

bool run_log_begin(struct run_log *log, const struct report *report, struct error *error)
{
    return begin(log, report, error) &&
           (log->file.fd < 0 || append(log, json_incref((json_t *)report->head), error));
}

bool run_log_resume(struct run_log *log, const struct report *report, struct error *error)
{
    log->keep = true;
    return begin(log, report, error) &&
           append(log, log_resumed(report->request->processes, time(NULL)), error);
}

/* Appends a line unless an earlier one is lost: lines are in order. */
static void add(struct run_log *log, json_t *line)
{
    if (log->lost)
        json_decref(line);
    else if (!append(log, line, &log->error)) {
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
        add(log, log_failed_row(run, i));
    }
}

void run_log_add_process(void *context, const struct process_times *times)
{
    struct run_log *log = context;
    const struct run *run = log->report->run;
    if (log->file.fd < 0)
        return;
    add_failures(log);
    add(log, log_process(run, run->processes_ended - 1, times));
    log->keep = log->keep || !log->lost;
}

bool run_log_end(struct run_log *log, bool whole, struct error *error)
{
    if (log->file.fd < 0 && !log->lost)
        return true;
    add_failures(log);
    if (whole)
        add(log, log_ended(time(NULL)));
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
