/* SPDX-License-Identifier: MIT
 * The lines of a log after the first: written while the run is measured, and read back.
 * results/LOG.md explains all members. */
#include "record/run_log.h"
#include "analysis/conclude.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/tuning.h"
#include "record/run_log_head.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the line of a process ---- */

#define PROCESS(field) FIELD_AT(struct process_record, field)
static const struct field process_fields[] = {
    {"process", FIELD_INT64, PROCESS(number), .min = 1, .max = MAX_RECORDED_PROCESSES},
    {"began", FIELD_TIME, PROCESS(began), .unknown = FIELD_ABSENT},
    {"seconds", FIELD_REAL, PROCESS(seconds), .max = MAX_SECONDS, .unknown = FIELD_ABSENT},
    {"link", FIELD_INT, PROCESS(link), .max = INT_MAX, .unknown = FIELD_ABSENT},
    {"seed", FIELD_HEX, PROCESS(seed), .unknown = FIELD_ABSENT},
    {"undisturbed_share", FIELD_REAL, PROCESS(undisturbed_share), .max = 1,
     .unknown = FIELD_ABSENT},
    {"reference_ipc", FIELD_REAL, PROCESS(reference_ipc), .max = CANARY_CHAINS},
    {.name = NULL},
};

#define RESULT(field) FIELD_AT(struct process_result, field)
#define COUNTER(name, counter)                                                                     \
    [FIRST_COUNTER + (counter)] = {name, FIELD_REAL, RESULT(counts[counter]), .max = 1e8,          \
                                   .unknown = FIELD_NULL}
const struct field result_fields[RESULT_FIELDS] = {
    {"cycles", FIELD_REAL, RESULT(cycles), .min = 1e-8, .max = 1e8, .unknown = FIELD_NULL},
    {"ghz", FIELD_REAL, RESULT(ghz), .min = 1e-8, .max = 1e8, .unknown = FIELD_NULL},
    {"samples", FIELD_INT, RESULT(samples), .max = 1e8},
    {"undisturbed", FIELD_INT, RESULT(undisturbed), .max = 1e8},
    COUNTER("counted_cycles", COUNT_CYCLES),
    COUNTER("instructions", COUNT_INSTRUCTIONS),
    COUNTER("branch_misses", COUNT_BRANCH_MISSES),
    COUNTER("l1_misses", COUNT_L1_MISSES),
    COUNTER("llc_misses", COUNT_LLC_MISSES),
};

/* Adds the array of a field, with the values of all rows in process p. Leaves out a hardware
 * counter for which no row has a value. */
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

static json_t *log_process_json(const struct run *run, struct process_record process)
{
    process.seconds = with_decimals(process.seconds, 2);
    process.undisturbed_share = with_decimals(process.undisturbed_share, 3);
    json_t *line = fields_add(json_object(), process_fields, &process);
    for (size_t f = 0; f < RESULT_FIELDS; f++)
        add_results(line, &result_fields[f], run, run->processes_ended - 1);
    return line;
}

static bool refuse_result(struct log_reader *reader, size_t i)
{
    const json_t *rows = json_object_get(reader->run->lines.line[0], "rows");
    return log_refuse_element(reader, "row", i, json_array_get(rows, i));
}

static bool read_values(struct log_reader *reader, const struct field *field, const json_t *array,
                        struct process_result *results)
{
    size_t n = json_array_size(array), rows = reader->run->run.n;
    if (!array && field >= result_fields + FIRST_COUNTER)
        return true;
    if (n != rows)
        return log_refuse(reader, "%zu values of %s, expected %zu: one a row", n, field->name,
                          rows);
    for (size_t i = 0; i < rows; i++)
        if (!field_read(field, json_array_get(array, i), &results[i], reader->reason))
            return refuse_result(reader, i);
    return true;
}

static bool check_result(struct log_reader *reader, const struct process_result *result)
{
    if (isnan(result->cycles) != isnan(result->ghz))
        return log_refuse(reader, "cycles without ghz, or ghz without cycles");
    if (result->undisturbed > result->samples)
        return log_refuse(reader, "undisturbed is more than samples");
    if (isfinite(result->cycles) && !result->undisturbed)
        return log_refuse(reader, "cycles without an undisturbed sample");
    return true;
}

static bool read_process(struct log_reader *reader, const json_t *json)
{
    struct process_record process;
    struct run *run = &reader->run->run;
    if (!fields_read(process_fields, json, &process, reader->reason))
        return false;
    if (process.number <= run->last_process) {
        reader->run->lines.fault[reader->line] = "the number of an earlier process";
        return true;
    }
    bool ok = true;
    struct process_result *results = xcalloc(run->n, sizeof *results);
    for (size_t i = 0; i < run->n; i++)
        results[i] = process_result_without_value(0, 0);
    for (const struct field *f = result_fields; ok && f < result_fields + RESULT_FIELDS; f++)
        ok = read_values(reader, f, json_object_get(json, f->name), results);
    for (size_t i = 0; ok && i < run->n; i++) {
        ok = check_result(reader, &results[i]) || refuse_result(reader, i);
        results[i].ns = round_recorded(results[i].cycles / results[i].ghz);
    }
    if (ok)
        run_add_process(run, results, process.reference_ipc);
    run->last_process = process.number;
    free(results);
    return ok;
}

/* ---- other lines ---- */

struct log_failed_row {
    size_t row;
    enum row_status status;
    const char *reason;
};

#define FAILED(field) FIELD_AT(struct log_failed_row, field)
static const struct field failed_row_fields[] = {
    {"failed_row", FIELD_INT64, FAILED(row), .max = INT_MAX},
    {"status", FIELD_ENUM, FAILED(status), .min = ROW_WRONG, .max = ROW_CRASHED,
     .words = row_status_names},
    {"reason", FIELD_STRING, FAILED(reason), .max = MAX_REASON},
    {.name = NULL},
};

struct log_resumed {
    time_t when;
    size_t processes; /* how many the run shall have, the earlier ones included */
};

static const struct field resumed_fields[] = {
    {"resumed", FIELD_TIME, FIELD_AT(struct log_resumed, when)},
    {"processes", FIELD_INT64, FIELD_AT(struct log_resumed, processes), .min = 1,
     .max = MAX_RECORDED_PROCESSES},
    {.name = NULL},
};

/* The fields of a time_t. */
static const struct field ended_fields[] = {{"ended", FIELD_TIME, .offset = 0}, {.name = NULL}};

static bool read_failed_row(struct log_reader *reader, const json_t *json)
{
    struct log_failed_row failed;
    struct run *run = &reader->run->run;
    if (!fields_read(failed_row_fields, json, &failed, reader->reason))
        return false;
    if (failed.row >= run->n)
        return log_refuse(reader, "failed_row is %zu, but there are %zu rows", failed.row, run->n);
    run_fail_row(&run->row[failed.row], failed.status, failed.reason);
    return true;
}

static bool read_resumed(struct log_reader *reader, const json_t *json)
{
    struct log_resumed resumed;
    struct recorded_run *r = reader->run;
    struct resumptions *before = &r->result.resumed;
    if (!fields_read(resumed_fields, json, &resumed, reader->reason))
        return false;
    r->request.processes = resumed.processes;
    r->ended = false;
    if (before->n < MAX_RESUMED)
        before->after[before->n++] = r->run.processes_ended;
    return true;
}

/* Reads a line after the first. Ignores a damaged line, which is NULL, and a line with none of
 * these members, because newer programs may write other lines. */
static bool read_further_line(struct log_reader *reader, const json_t *json)
{
    time_t when;
    if (json_object_get(json, "process"))
        return read_process(reader, json);
    if (json_object_get(json, "failed_row"))
        return read_failed_row(reader, json);
    if (json_object_get(json, "resumed"))
        return read_resumed(reader, json);
    if (json_object_get(json, "format"))
        return log_refuse(reader, "another run begins here: put each run into a file of its own");
    if (!json_object_get(json, "ended"))
        return true;
    reader->run->ended = true;
    return fields_read(ended_fields, json, &when, reader->reason);
}

/* ---- the log of a run that is measured ---- */

bool run_log_begin(struct run_log *log, const struct result *result, bool resumed,
                   struct error *error)
{
    const struct run *run = result->run;
    const struct log_resumed now = {time(NULL), result->request->processes};
    log->result = result;
    log->keep = resumed;
    log->failed = xcalloc(run->n, sizeof *log->failed);
    for (size_t i = 0; i < run->n; i++)
        log->failed[i] = run->row[i].planned.status != ROW_OK;
    if (log->file.fd < 0)
        return true;
    json_t *line =
        resumed ? fields_add(json_object(), resumed_fields, &now) : json_incref(result->head);
    bool ok = log_append(&log->file, line, error);
    json_decref(line);
    return ok;
}

/* Appends a line, unless an earlier line could not be written, because lines must stay in order.
 * Frees the line. */
static void append_line(struct run_log *log, json_t *line)
{
    if (!log->error.status && !log_append(&log->file, line, &log->error))
        progress_note(log->error.text);
    json_decref(line);
}

static void add_failures(struct run_log *log)
{
    const struct run *run = log->result->run;
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        const struct log_failed_row failed = {i, row->status, row->reason};
        if (log->failed[i] || (row->status != ROW_WRONG && row->status != ROW_CRASHED))
            continue;
        log->failed[i] = true;
        append_line(log, fields_add(json_object(), failed_row_fields, &failed));
    }
}

void run_log_add_process(void *context, const struct process_record *process)
{
    struct run_log *log = context;
    if (log->file.fd < 0)
        return;
    add_failures(log);
    append_line(log, log_process_json(log->result->run, *process));
    log->keep = log->keep || !log->error.status;
}

bool run_log_end(struct run_log *log, bool whole, struct error *error)
{
    if (log->file.fd < 0 && !log->error.status)
        return true;
    add_failures(log);
    const time_t now = time(NULL);
    if (whole)
        append_line(log, fields_add(json_object(), ended_fields, &now));
    else if (!log->error.status)
        log_check(&log->file, &log->error);
    *error = log->error;
    return !log->error.status;
}

void run_log_close(struct run_log *log)
{
    struct error changed; /* by another program */
    if (log->file.fd >= 0 && log->result && !log->keep && log_check(&log->file, &changed))
        unlink(log->file.path);
    log_close(&log->file);
    free(log->failed);
}

/* ---- a recorded run ---- */

static bool read_lines(struct log_reader *reader, struct error *error)
{
    const struct log_lines *lines = &reader->run->lines;
    bool ok = log_read_head(reader, lines->line[0]);
    while (ok && ++reader->line < lines->n)
        ok = read_further_line(reader, lines->line[reader->line]);
    return ok || fail(error, STATUS_INPUT, "%s:%zu: %s", reader->run->path, reader->line + 1,
                      reader->reason);
}

bool recorded_run_conclude(struct recorded_run *run, struct error *error)
{
    if (!run->run.processes_ended)
        return fail(error, STATUS_INPUT, "%s: no process of this run has ended", run->result.saved);
    conclude(&run->run, run->result.known_reference_ipc);
    return true;
}

void recorded_run_free(struct recorded_run *run)
{
    if (!run)
        return;
    run_free(&run->run);
    free(run->schemes);
    free(run->path);
    log_lines_free(&run->lines);
    free(run);
}

struct recorded_run *recorded_run_read(const char *path, struct error *error)
{
    struct recorded_run *run = xcalloc(1, sizeof *run);
    struct log_reader reader = {.run = run};
    run->path = strcpy(xmalloc(strlen(path) + 1), path);
    bool ok = log_read(path, &run->lines, error) && read_lines(&reader, error);
    free(reader.seen);
    if (!ok) {
        recorded_run_free(run);
        return NULL;
    }
    struct result *result = &run->result;
    result->request = &run->request;
    result->run = &run->run;
    result->machine = &run->machine;
    result->pin = &run->pin;
    result->saved = run->path;
    result->head = run->lines.line[0];
    run->run.processes_requested = run->request.processes;
    result->partial = run->run.processes_ended < run->request.processes ||
                      (!run->ended && run_mark_incomplete(&run->run, run->request.processes));
    return run;
}
