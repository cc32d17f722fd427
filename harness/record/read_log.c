/* SPDX-License-Identifier: MIT */
#include "record/read_log.h"
#include "analysis/process_results.h"
#include "base/json_memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool reader_refuse(const struct log_reader *reader, size_t line, const char *what, size_t index,
                   const char *name, const char *reason)
{
    return fail(reader->error, STATUS_INPUT, "%s:%zu: %s %zu (%.80s): %s", reader->path, line, what,
                index + 1, name, reason);
}

bool reader_no_memory(const struct log_reader *reader)
{
    return fail(reader->error, STATUS_ENVIRONMENT, "%s: no memory for the log", reader->path);
}

/* Returns whether all texts within the value may be printed on a terminal: control characters of
 * ASCII and of Latin-1 would change its state. */
static bool is_printable(const json_t *value)
{
    size_t i;
    const char *name;
    json_t *part;
    const unsigned char *c = (const unsigned char *)json_string_value(value);
    for (; c && *c; c++)
        if (*c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            return false;
    json_array_foreach (value, i, part)
        if (!is_printable(part))
            return false;
    json_object_foreach ((json_t *)value, name, part)
        if (!is_printable(part))
            return false;
    return true;
}

/* ---- the first line ---- */

static bool read_date(const json_t *json, time_t *date)
{
    struct tm tm = {0};
    const char *end = strptime(field_text(json, "date"), "%Y-%m-%dT%H:%M:%SZ", &tm);
    *date = timegm(&tm);
    return end && !*end;
}

static bool read_pin(const json_t *json, struct pin *pin)
{
    const json_t *cpu = json_object_get(json, "cpu");
    json_int_t number = json_is_integer(cpu) ? json_integer_value(cpu) : -2;
    pin->pinned = json_is_true(json_object_get(json, "pinned"));
    pin->smt_shared = json_is_true(json_object_get(json, "smt_shared"));
    pin->cpu = (int)number;
    return number >= -1 && number <= 1 << 20 &&
           field_copy_text(json, "description", pin->description, sizeof pin->description) &&
           field_copy_text(json, "warning", pin->warning, sizeof pin->warning);
}

/* Reads the number of processes, and the names of the options that were given. */
static bool read_options(struct run_request *request, const json_t *options)
{
    size_t i;
    json_t *argument;
    uint64_t processes;
    const json_t *arguments = json_object_get(options, "arguments");
    if (!field_whole(options, "processes", MAX_RECORDED_PROCESSES, &processes) || !processes ||
        !json_is_array(arguments))
        return false;
    request->processes = (size_t)processes;
    request->given = calloc(json_array_size(arguments) + 1, sizeof *request->given);
    if (!request->given)
        json_memory_failed();
    json_array_foreach (arguments, i, argument) {
        const char *text = json_is_string(argument) ? json_string_value(argument) : "";
        if (request->given && !strncmp(text, "--", 2))
            request->given[request->given_count++] = (struct given_option){text + 2, NULL};
    }
    return true;
}

/* Reads all but schemes, columns and rows. Returns the first fault, NULL if there is none. */
static const char *read_head(struct recorded_run *r, const json_t *head)
{
    struct report *report = &r->report;
    report->build = (struct build){field_text(head, "slidebench"), field_text(head, "commit"),
                                   field_text(head, "level"), field_text(head, "compiler"),
                                   field_text(head, "flags")};
    report->known_reference_ipc =
        field_number(json_object_get(head, "known_reference_ipc"), 0, CANARY_CHAINS);
    return !read_date(head, &report->began) ? "date is not a UTC time such as 2026-11-22T06:37:22Z"
           : !*report->build.level || !*report->build.compiler ? "level or compiler is missing"
           : !isfinite(report->known_reference_ipc) ? "known_reference_ipc is missing or impossible"
           : !read_options(&r->request, json_object_get(head, "options"))
               ? "options.processes or options.arguments is missing or impossible"
           : !read_pin(json_object_get(head, "pin"), &r->pin) ? "pin is missing or impossible"
           : !machine_of_json(&r->machine, json_object_get(head, "machine"))
               ? "machine is missing or impossible"
               : NULL;
}

static bool read_first_line(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *head = r->lines.line[0], *format = json_object_get(head, "format");
    if (json_integer_value(format) != LOG_FORMAT)
        return fail(reader->error, STATUS_INPUT,
                    "%s:1: its format is %lld, expected %d: a log that `bench --out` writes",
                    reader->path, (long long)json_integer_value(format), LOG_FORMAT);
    const char *fault = read_head(r, head);
    if (!json_memory_ok())
        return reader_no_memory(reader);
    return !fault || fail(reader->error, STATUS_INPUT, "%s:1: %s", reader->path, fault);
}

/* ---- the run ---- */

static bool check_texts(const struct log_reader *reader)
{
    const struct log_lines *lines = &reader->run->lines;
    for (size_t i = 0; i < lines->n; i++)
        if (!is_printable(lines->line[i]))
            return fail(reader->error, STATUS_INPUT, "%s:%zu: a text contains a control character",
                        reader->path, i + 1);
    return true;
}

static void make_report(struct recorded_run *r, const char *path)
{
    r->report.request = &r->request;
    r->report.run = &r->run;
    r->report.machine = &r->machine;
    r->report.pin = &r->pin;
    r->report.saved = path;
    r->report.head = r->lines.line[0];
    r->report.partial = r->run.processes_ended < r->request.processes ||
                        (!r->ended && process_results_mark_incomplete(&r->run));
}

struct recorded_run *recorded_run_read(const char *path, struct error *error)
{
    struct recorded_run *run = calloc(1, sizeof *run);
    struct log_reader reader = {run, path, error};
    if (run)
        run->lists = calloc(1, sizeof *run->lists);
    if (!run || !run->lists)
        reader_no_memory(&reader);
    else if (log_read(path, &run->lines, error) && check_texts(&reader) &&
             read_first_line(&reader) && reader_schemes(&reader) && reader_rows(&reader) &&
             reader_further_lines(&reader)) {
        make_report(run, path);
        return run;
    }
    recorded_run_free(run);
    return NULL;
}
