/* SPDX-License-Identifier: MIT */
#include "record/read_log.h"
#include "analysis/conclude.h"
#include "analysis/run.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "record/write_log.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *field_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

bool field_copy_text(const json_t *object, const char *name, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text && snprintf(to, size, "%s", text) < (int)size;
}

bool field_number(const json_t *value, double least, double most, double *to)
{
    *to = json_is_number(value) ? json_number_value(value) : NAN;
    return json_is_null(value) || (*to >= least && *to <= most);
}

bool field_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to)
{
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    *to = (uint64_t)number;
    return number >= 0 && *to <= most;
}

enum piece field_piece(const json_t *object)
{
    const char *name = field_text(object, "piece");
    enum piece piece = 0;
    while (piece < ROW_PIECES && strcmp(piece_names[piece], name) != 0)
        piece++;
    return piece;
}

/* ---- a recorded run ---- */

bool recorded_run_conclude(struct recorded_run *run, struct error *error)
{
    if (!run->run.processes_ended)
        return fail(error, STATUS_INPUT, "%s: no process of this run has ended", run->report.saved);
    conclude(&run->run, run->report.known_reference_ipc);
    return true;
}

void recorded_run_free(struct recorded_run *run)
{
    if (!run)
        return;
    run_free(&run->run);
    free(run->lists);
    free(run->schemes);
    free(run->request.given);
    free(run->path);
    log_lines_free(&run->lines);
    free(run);
}

/* ---- read processes ---- */

/* Refuses the value of a row. */
static bool refuse_value(const struct log_reader *reader, size_t line, const char *member,
                         size_t row, const char *reason)
{
    const struct row *planned = &reader->run->run.row[row].planned;
    char name[96];
    snprintf(name, sizeof name, "%.30s %s %s %s", planned->scheme->name,
             piece_names[planned->list->piece], planned->list->name, planned->mode->name);
    return reader_refuse(reader, line, member, row, name, reason);
}

/* Refuses results that contradict themselves. */
static bool check_results(const struct log_reader *reader, size_t line,
                          const struct process_result *results)
{
    for (size_t i = 0; i < reader->run->run.n; i++) {
        const struct process_result *r = &results[i];
        if (isnan(r->cycles) != isnan(r->ghz))
            return refuse_value(reader, line, "cycles", i, "without ghz, or ghz without cycles");
        if (r->undisturbed > r->samples)
            return refuse_value(reader, line, "undisturbed", i, "more than samples");
        if (isfinite(r->cycles) && !r->undisturbed)
            return refuse_value(reader, line, "cycles", i, "without an undisturbed sample");
    }
    return true;
}

/* Reads the value of a row. Returns whether it is possible. */
static bool read_value(const json_t *json, const struct process_member *member,
                       struct process_result *result)
{
    char *to = (char *)result + member->offset;
    double value;
    if (!field_number(json, member->least, member->most, &value) ||
        (member->whole && !json_is_integer(json)))
        return false;
    if (member->whole)
        *(uint32_t *)to = (uint32_t)value;
    else
        *(double *)to = value;
    return true;
}

static bool read_values(const struct log_reader *reader, size_t line,
                        struct process_result *results)
{
    size_t rows = reader->run->run.n;
    for (size_t m = 0; m < PROCESS_MEMBERS; m++) {
        const struct process_member *member = &process_members[m];
        const json_t *array = json_object_get(reader->run->lines.line[line - 1], member->name);
        size_t n = json_array_size(array), i = 0;
        if (!array && member->optional)
            continue;
        while (i < rows && i < n && read_value(json_array_get(array, i), member, &results[i]))
            i++;
        if (i < rows || n > rows)
            return refuse_value(reader, line, member->name, i < rows ? i : rows - 1,
                                "missing or impossible");
    }
    return check_results(reader, line, results);
}

static bool read_process(const struct log_reader *reader, size_t line)
{
    struct run *run = &reader->run->run;
    const json_t *json = reader->run->lines.line[line - 1];
    double reference;
    if (!field_number(json_object_get(json, "reference_ipc"), 0, CANARY_CHAINS, &reference) ||
        !isfinite(reference))
        return fail(reader->error, STATUS_INPUT, "%s:%zu: reference_ipc is missing or impossible",
                    reader->path, line);
    struct process_result *results = xcalloc(run->n, sizeof *results);
    for (size_t i = 0; i < run->n; i++)
        results[i] = process_result_without_value(0, 0);
    bool ok = read_values(reader, line, results);
    for (size_t i = 0; ok && i < run->n; i++)
        results[i].ns = round_recorded(results[i].cycles / results[i].ghz);
    if (ok)
        run_add_process(run, results, reference);
    free(results);
    return ok;
}

static bool read_failed_row(const struct log_reader *reader, size_t line)
{
    const json_t *json = reader->run->lines.line[line - 1];
    const char *word = field_text(json, "status");
    struct run *run = &reader->run->run;
    uint64_t row;
    if (!run->n || !field_whole(json, "failed_row", run->n - 1, &row))
        return fail(reader->error, STATUS_INPUT, "%s:%zu: failed_row is no row", reader->path,
                    line);
    for (enum row_status s = ROW_WRONG; s <= ROW_CRASHED; s++)
        if (!strcmp(word, row_status_names[s])) {
            run_fail_row(&run->row[row], s, field_text(json, "reason"));
            return true;
        }
    return refuse_value(reader, line, "status", (size_t)row, "expected wrong or crashed");
}

static bool read_resumed(const struct log_reader *reader, size_t line)
{
    struct recorded_run *r = reader->run;
    struct resumptions *resumed = &r->report.resumed;
    uint64_t processes;
    if (!field_whole(r->lines.line[line - 1], "processes", MAX_RECORDED_PROCESSES, &processes))
        return fail(reader->error, STATUS_INPUT, "%s:%zu: processes is missing or impossible",
                    reader->path, line);
    r->request.processes = r->run.processes_requested = (size_t)processes;
    r->ended = false;
    if (resumed->n < MAX_RESUMED)
        resumed->after[resumed->n++] = r->run.processes_ended;
    return true;
}

/* Reads what happened after the first line. */
static bool reader_further_lines(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    bool ok = true;
    r->run.processes_requested = r->request.processes;
    for (size_t i = 1; ok && i < r->lines.n; i++) {
        const json_t *json = r->lines.line[i]; /* NULL: damaged; others are of newer programs */
        if (json_object_get(json, "process"))
            ok = read_process(reader, i + 1);
        else if (json_object_get(json, "failed_row"))
            ok = read_failed_row(reader, i + 1);
        else if (json_object_get(json, "resumed"))
            ok = read_resumed(reader, i + 1);
        else if (json_object_get(json, "ended"))
            r->ended = true;
    }
    return ok;
}

/* ---- parts of the reader ---- */

bool reader_refuse(const struct log_reader *reader, size_t line, const char *what, size_t index,
                   const char *name, const char *reason)
{
    return fail(reader->error, STATUS_INPUT, "%s:%zu: %s %zu (%.80s): %s", reader->path, line, what,
                index + 1, name, reason);
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

static bool read_date(struct recorded_run *r, const json_t *head)
{
    struct tm tm = {0};
    const char *end = strptime(field_text(head, "date"), "%Y-%m-%dT%H:%M:%SZ", &tm);
    r->report.began = timegm(&tm);
    return end && !*end;
}

static bool read_pin(struct recorded_run *r, const json_t *head)
{
    struct pin *pin = &r->pin;
    const json_t *json = json_object_get(head, "pin"), *cpu = json_object_get(json, "cpu");
    json_int_t number = json_is_integer(cpu) ? json_integer_value(cpu) : -2;
    pin->pinned = json_is_true(json_object_get(json, "pinned"));
    pin->smt_shared = json_is_true(json_object_get(json, "smt_shared"));
    pin->cpu = (int)number;
    return number >= -1 && number <= 1 << 20 &&
           field_copy_text(json, "description", pin->description, sizeof pin->description) &&
           field_copy_text(json, "warning", pin->warning, sizeof pin->warning);
}

/* Reads the number of processes, and the names of the options that were given. */
static bool read_options(struct recorded_run *r, const json_t *head)
{
    size_t i;
    json_t *argument;
    uint64_t processes;
    struct run_request *request = &r->request;
    const json_t *options = json_object_get(head, "options"),
                 *arguments = json_object_get(options, "arguments");
    if (!field_whole(options, "processes", MAX_RECORDED_PROCESSES, &processes) || !processes ||
        !json_is_array(arguments))
        return false;
    request->processes = (size_t)processes;
    request->given = xcalloc(json_array_size(arguments), sizeof *request->given);
    json_array_foreach (arguments, i, argument) {
        const char *text = json_is_string(argument) ? json_string_value(argument) : "";
        if (!strncmp(text, "--", 2))
            request->given[request->given_count++] = (struct given_option){text + 2, NULL};
    }
    return true;
}

static bool read_build(struct recorded_run *r, const json_t *head)
{
    r->report.build = (struct build){field_text(head, "slidebench"), field_text(head, "commit"),
                                     field_text(head, "level"), field_text(head, "compiler"),
                                     field_text(head, "flags")};
    return *r->report.build.level && *r->report.build.compiler;
}

static bool read_known_reference(struct recorded_run *r, const json_t *head)
{
    double *reference = &r->report.known_reference_ipc;
    return field_number(json_object_get(head, "known_reference_ipc"), 0, CANARY_CHAINS,
                        reference) &&
           isfinite(*reference);
}

static bool read_machine(struct recorded_run *r, const json_t *head)
{
    return machine_of_json(&r->machine, json_object_get(head, "machine"));
}

/* All members of the first line but schemes, columns and rows. */
static const struct {
    bool (*read)(struct recorded_run *r, const json_t *head);
    const char *fault;
} head_members[] = {
    {read_date, "date is not a UTC time such as 2026-11-22T06:37:22Z"},
    {read_build, "level or compiler is missing"},
    {read_known_reference, "known_reference_ipc is missing or impossible"},
    {read_options, "options.processes or options.arguments is missing or impossible"},
    {read_pin, "pin is missing or impossible"},
    {read_machine, "machine is missing or impossible"},
};

static bool read_first_line(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *head = r->lines.line[0], *format = json_object_get(head, "format");
    if (json_integer_value(format) != LOG_FORMAT)
        return fail(reader->error, STATUS_INPUT,
                    "%s:1: its format is %lld, expected %d: a log that `bench --out` writes",
                    reader->path, (long long)json_integer_value(format), LOG_FORMAT);
    for (size_t i = 0; i < sizeof head_members / sizeof *head_members; i++)
        if (!head_members[i].read(r, head))
            return fail(reader->error, STATUS_INPUT, "%s:1: %s", reader->path,
                        head_members[i].fault);
    return true;
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

static void make_report(struct recorded_run *r)
{
    r->report.request = &r->request;
    r->report.run = &r->run;
    r->report.machine = &r->machine;
    r->report.pin = &r->pin;
    r->report.saved = r->path;
    r->report.head = r->lines.line[0];
    r->report.partial = r->run.processes_ended < r->request.processes ||
                        (!r->ended && process_results_mark_incomplete(&r->run));
}

struct recorded_run *recorded_run_read(const char *path, struct error *error)
{
    struct recorded_run *run = xcalloc(1, sizeof *run);
    struct log_reader reader = {run, path, error};
    run->path = strcpy(xmalloc(strlen(path) + 1), path);
    run->lists = xcalloc(1, sizeof *run->lists);
    if (log_read(path, &run->lines, error) && check_texts(&reader) && read_first_line(&reader) &&
        reader_schemes(&reader) && reader_rows(&reader) && reader_further_lines(&reader)) {
        make_report(run);
        return run;
    }
    recorded_run_free(run);
    return NULL;
}
