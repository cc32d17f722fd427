/* SPDX-License-Identifier: MIT */
#include "record/write_log.h"
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/progress.h"
#include "commit.h"
#include "plan/scheme_set.h"
#include "record/log_fields.h"
#include "target/isa_level.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct build build_here(void)
{
    return (struct build){SLIDEBENCH_VERSION, SLIDEBENCH_COMMIT, level_name,
                          level_compiler,     level_flags,       program_build};
}

/* ---- options ---- */

/* Returns the options of the command line without those of input and output: ["--full",
 * "--processes", "12"]. */
static json_t *json_arguments(const struct run_request *o)
{
    json_t *array = json_array();
    for (size_t i = 0; i < o->given_count; i++) {
        const struct given_option *given = &o->given[i];
        json_array_append_new(array,
                              json_sprintf("%s%s", *given->name == '-' ? "" : "--", given->name));
        if (given->value)
            json_array_append_new(array, json_string(given->value));
    }
    return array;
}

static json_t *json_options(const struct run_request *o)
{
    json_t *json = json_object();
    json_object_set_new(json, "arguments", json_arguments(o));
    json_object_set_new(json, "custom_positions", json_boolean(o->positions));
    return fields_add(json, options_fields, o);
}

/* ---- schemes ---- */

/* Returns the scheme without what depends on the pieces of the run. */
static json_t *json_scheme(const struct scheme *scheme)
{
    struct scheme s = *scheme;
    s.tables[0].bytes = (size_t)scheme_bytes(scheme);
    json_t *json = fields_add(json_object(), scheme_fields, &s);
    json_object_set_new(json, "table_bytes", json_object());
    return json;
}

/* The rows of one scheme are neighbours. Its batch build has the same name. */
static json_t *json_schemes(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        if (i == 0 || strcmp(row->scheme->name, run->row[i - 1].planned.scheme->name))
            json_array_append_new(array, json_scheme(row->scheme));
        json_t *last = json_array_get(array, json_array_size(array) - 1);
        size_t bytes = scheme_piece_bytes(row->scheme, row->list->piece);
        json_object_set_new(json_object_get(last, "table_bytes"), piece_names[row->list->piece],
                            json_integer((json_int_t)bytes));
    }
    return array;
}

/* ---- rows ---- */

json_t *log_column_json(const struct row *row)
{
    const struct mode_info *mode = mode_info(row->mode);
    struct log_column column = {*row->list, row->mode->name, mode->unit,
                                mode->cold_cache ? (int)row->mode->kib : -1};
    return fields_add(json_object(), column_fields, &column);
}

static json_t *log_columns(const struct run *run)
{
    json_t *array = json_array();
    const struct measured_row **columns = columns_of(run);
    for (size_t c = 0; columns[c]; c++)
        json_array_append_new(array, log_column_json(&columns[c]->planned));
    free(columns);
    return array;
}

static json_t *log_row_json(const struct row *row)
{
    struct log_row saved = {row->scheme->name, row->list->name,
                            row->mode->name,   row->list->piece,
                            row->status,       row->status == ROW_OK ? NULL : row->reason};
    return fields_add(json_object(), row_fields, &saved);
}

static json_t *log_rows(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++)
        json_array_append_new(array, log_row_json(&run->row[i].planned));
    return array;
}

/* ---- the first line ---- */

json_t *log_head(const struct report *report)
{
    json_t *json = json_object();
    json_object_set_new(json, "format", json_integer(LOG_FORMAT));
    fields_add(json, head_fields, report);
    json_object_set_new(json, "options", json_options(report->request));
    json_object_set_new(json, "pin", fields_add(json_object(), pin_fields, report->pin));
    json_object_set_new(json, "machine", machine_json(report->machine));
    json_object_set_new(json, "schemes", json_schemes(report->run));
    json_object_set_new(json, "columns", log_columns(report->run));
    json_object_set_new(json, "rows", log_rows(report->run));
    return json;
}

/* ---- further lines ---- */

/* Adds the values of all rows. Leaves out a counter for which no row has a value. */
static void add_results(json_t *line, const struct field *field, const struct run *run, size_t p)
{
    const struct process_result none = process_result_without_value(0, 0);
    json_t *array = json_array();
    bool has_value = field < result_fields + FIRST_COUNTER;
    for (size_t i = 0; i < run->n; i++) {
        const struct process_result *process = run->row[i].process;
        json_t *value = field_json(field, process ? &process[p] : &none);
        has_value = has_value || !json_is_null(value);
        json_array_append_new(array, value);
    }
    if (has_value)
        json_object_set(line, field->name, array);
    json_decref(array);
}

static json_t *log_process_json(const struct run *run, const struct process_times *times)
{
    struct log_process process = {run->last_process, *times, run->last_reference_ipc};
    process.times.seconds = with_decimals(times->seconds, 2);
    process.times.undisturbed_share = with_decimals(times->undisturbed_share, 3);
    json_t *line = fields_add(json_object(), process_fields, &process);
    for (size_t f = 0; f < RESULT_FIELDS; f++)
        add_results(line, &result_fields[f], run, run->processes_ended - 1);
    return line;
}

/* ---- the log ---- */

bool run_log_begin(struct run_log *log, const struct report *report, bool resumed,
                   struct error *error)
{
    const struct run *run = report->run;
    const struct log_resumed now = {time(NULL), report->request->processes};
    log->report = report;
    log->keep = resumed;
    log->failed = xcalloc(run->n, sizeof *log->failed);
    for (size_t i = 0; i < run->n; i++)
        log->failed[i] = run->row[i].planned.status != ROW_OK;
    if (log->file.fd < 0)
        return true;
    json_t *line =
        resumed ? fields_add(json_object(), resumed_fields, &now) : json_incref(report->head);
    bool ok = log_append(&log->file, line, error);
    json_decref(line);
    return ok;
}

/* Appends a line, unless an earlier line was lost: lines stay in order. Frees the line. */
static void append_line(struct run_log *log, json_t *line)
{
    if (!log->lost && !log_append(&log->file, line, &log->error)) {
        log->lost = true;
        progress_note(log->error.text);
    }
    json_decref(line);
}

static void add_failures(struct run_log *log)
{
    const struct run *run = log->report->run;
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        const struct log_failed_row failed = {i, row->status, row->reason};
        if (log->failed[i] || (row->status != ROW_WRONG && row->status != ROW_CRASHED))
            continue;
        log->failed[i] = true;
        append_line(log, fields_add(json_object(), failed_row_fields, &failed));
    }
}

void run_log_add_process(void *context, const struct process_times *times)
{
    struct run_log *log = context;
    if (log->file.fd < 0)
        return;
    add_failures(log);
    append_line(log, log_process_json(log->report->run, times));
    log->keep = log->keep || !log->lost;
}

bool run_log_end(struct run_log *log, bool whole, struct error *error)
{
    if (log->file.fd < 0 && !log->lost)
        return true;
    add_failures(log);
    const time_t now = time(NULL);
    if (whole)
        append_line(log, fields_add(json_object(), ended_fields, &now));
    else if (!log->lost)
        log->lost = !log_check(&log->file, &log->error);
    if (log->lost)
        *error = log->error;
    return !log->lost;
}

void run_log_close(struct run_log *log)
{
    struct error changed; /* by another program */
    if (log->file.fd >= 0 && log->report && !log->keep && log_check(&log->file, &changed))
        unlink(log->file.path);
    log_close(&log->file);
    free(log->failed);
}
