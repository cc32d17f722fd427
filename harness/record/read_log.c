/* SPDX-License-Identifier: MIT */
#include "record/read_log.h"
#include "base/array.h"
#include "base/memory.h"
#include "plan/scheme_set.h"
#include "record/log_fields.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCHEMES = 1000, MAX_COLUMNS_READ = 1000 };

struct log_reader {
    struct recorded_run *run;
    struct row *columns; /* [MAX_COLUMNS_READ], without schemes: too large for a stack */
    size_t column_count;
    bool *seen;                    /* [scheme][column]: there is such a row */
    size_t line;                   /* index of the line that is read        */
    char reason[2 * FIELD_REASON]; /* why the line is refused               */
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct log_reader *reader,
                                                         const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(reader->reason, sizeof reader->reason, reason, arguments);
    va_end(arguments);
    return false;
}

/* Puts the part of the line before the reason: "pin: cpu is -2, ...". */
static bool refuse_part(struct log_reader *reader, const char *part)
{
    char reason[sizeof reader->reason];
    strcpy(reason, reader->reason);
    return refuse(reader, "%s: %s", part, reason);
}

/* Puts the element of an array before the reason, with its first texts: "row 3 (floor queen games
 * latency): ...". */
static bool refuse_element(struct log_reader *reader, const char *kind, size_t i,
                           const json_t *element)
{
    const char *name;
    json_t *value;
    size_t texts = 0;
    char part[128];
    int used = snprintf(part, sizeof part, "%s %zu (", kind, i + 1);
    json_object_foreach ((json_t *)element, name, value)
        if (json_is_string(value) && texts++ < 4)
            used += snprintf(part + used, sizeof part - (size_t)used, "%s%.24s",
                             texts > 1 ? " " : "", json_string_value(value));
    snprintf(part + used, sizeof part - (size_t)used, ")");
    return refuse_part(reader, part);
}

/* Reads an array of the first line, which must have 1 to `most` elements. */
static bool read_array(struct log_reader *reader, const char *name, size_t most, const char *kind,
                       bool (*read)(struct log_reader *reader, const json_t *json))
{
    const json_t *array = json_object_get(reader->run->lines.line[0], name);
    size_t n = json_array_size(array), i;
    json_t *json;
    if (n < 1 || n > most)
        return refuse(reader, "%zu %s, expected 1 to %zu", n, name, most);
    json_array_foreach (array, i, json)
        if (!read(reader, json))
            return refuse_element(reader, kind, i, json);
    return true;
}

/* ---- the first line: schemes ---- */

static const struct scheme *find_scheme(const struct recorded_run *r, const char *name)
{
    for (const struct scheme *s = r->schemes; s < r->schemes + r->scheme_count; s++)
        if (!strcmp(s->name, name))
            return s;
    return NULL;
}

static bool read_table_bytes(struct log_reader *reader, const json_t *by_piece,
                             struct scheme *scheme)
{
    size_t known = 0;
    for (const struct field *field = table_bytes_fields; field->name; field++)
        known += json_object_get(by_piece, field->name) != NULL;
    if (!json_is_object(by_piece) || known < json_object_size(by_piece))
        return refuse(reader, "table_bytes is missing or names an unknown piece");
    return fields_read(table_bytes_fields, by_piece, scheme, reader->reason);
}

static bool read_scheme(struct log_reader *reader, const json_t *json)
{
    struct recorded_run *r = reader->run;
    struct scheme *scheme = &r->schemes[r->scheme_count];
    if (!fields_read(scheme_fields, json, scheme, reader->reason) ||
        !read_table_bytes(reader, json_object_get(json, "table_bytes"), scheme))
        return false;
    if (find_scheme(r, scheme->name))
        return refuse(reader, "its name occurs twice");
    scheme->tables[0].name = "all";
    scheme->built = true;
    r->scheme_count++;
    return true;
}

/* ---- the first line: columns ---- */

/* Returns the mode of a column, which is added if it is new. Returns NULL if there cannot be such a
 * mode, or if another column gives it another size. `kib` is the size of the cold cache; -1 if it
 * is not given. */
static const struct mode_spec *find_mode(struct modes *modes, const char *name, int kib)
{
    struct modes parsed;
    struct error ignored;
    struct mode_spec *mode = parsed.mode;
    size_t m = modes_find(modes, name);
    if (!modes_parse(name, &parsed, &ignored) || strcmp(mode->name, name) != 0)
        return NULL;
    unsigned size = mode_info(mode)->cold_cache ? (unsigned)kib : 0;
    if (mode_info(mode)->cold_cache && (kib < 0 || (!mode->cache && mode->kib != size)))
        return NULL;
    mode->kib = size;
    if (m < MAX_MODES)
        return modes->mode[m].kib == size ? &modes->mode[m] : NULL;
    if (modes->n == MAX_MODES)
        return NULL;
    modes->mode[modes->n] = *mode;
    return &modes->mode[modes->n++];
}

static bool same_list(const struct list *a, const struct list *b)
{
    return a->n == b->n && a->checksum == b->checksum && a->mean_occupied == b->mean_occupied &&
           (a->mean_lookups == b->mean_lookups ||
            (isnan(a->mean_lookups) && isnan(b->mean_lookups)));
}

/* Returns the list of a column, which is added unless another column has it, too. Returns NULL if
 * the list of another column has this name and is not the same, or if there are too many lists. */
static const struct list *find_list(struct lists *lists, const struct list *list)
{
    for (struct list *other = lists->list; other < lists->list + lists->n; other++)
        if (other->kind == list->kind && other->piece == list->piece &&
            !strcmp(other->name, list->name))
            return same_list(other, list) ? other : NULL;
    if (lists->n == COUNT(lists->list))
        return NULL;
    lists->list[lists->n] = *list;
    return &lists->list[lists->n++];
}

static bool read_column(struct log_reader *reader, const json_t *json)
{
    struct error ignored;
    struct log_column saved = {.list.mean_lookups = NAN, .working_set_kib = -1};
    struct list *list = &saved.list;
    struct row *column = &reader->columns[reader->column_count];
    if (!fields_read(column_fields, json, &saved, reader->reason))
        return false;
    column->mode = find_mode(&reader->run->request.matrix.modes, saved.mode, saved.working_set_kib);
    if (!column->mode)
        return refuse(reader, "the mode or its working_set_kib is impossible");
    list->kind = mode_info(column->mode)->list;
    list->n = list->distinct;
    if (!workload_parse(list->name, &list->spec, &ignored))
        return refuse(reader, "there is no such workload");
    column->list = find_list(reader->run->lists, list);
    if (!column->list)
        return refuse(reader, "a member of the list is not as in another column");
    for (const struct row *other = reader->columns; other < column; other++)
        if (rows_same_column(other, column))
            return refuse(reader, "it occurs twice");
    reader->column_count++;
    return true;
}

/* ---- the first line: rows ---- */

static const struct row *find_column(const struct log_reader *reader, const struct log_row *row)
{
    for (const struct row *c = reader->columns; c < reader->columns + reader->column_count; c++)
        if (c->list->piece == row->piece && !strcmp(c->list->name, row->workload) &&
            !strcmp(c->mode->name, row->mode))
            return c;
    return NULL;
}

static bool read_row(struct log_reader *reader, const json_t *json)
{
    struct recorded_run *r = reader->run;
    struct row *row = &r->run.row[r->run.n].planned;
    struct log_row saved = {.status = ROW_OK, .reason = ""};
    if (!fields_read(row_fields, json, &saved, reader->reason))
        return false;
    const struct scheme *scheme = find_scheme(r, saved.scheme);
    const struct row *column = find_column(reader, &saved);
    if (!scheme || !column)
        return refuse(reader, "its %s",
                      scheme ? "column is none of columns" : "scheme is none of schemes");
    bool *seen = reader->seen + (size_t)(scheme - r->schemes) * reader->column_count;
    if (seen[column - reader->columns])
        return refuse(reader, "it occurs twice");
    if (saved.status != ROW_OK && !*saved.reason)
        return refuse(reader, "the reason of its status is missing");
    seen[column - reader->columns] = true;
    *row = *column;
    row->scheme = scheme;
    row->status = saved.status;
    strcpy(row->reason, saved.status == ROW_OK ? "" : saved.reason);
    r->run.n++;
    return true;
}

/* ---- the first line ---- */

static bool read_options(struct log_reader *reader, const json_t *options)
{
    size_t i;
    json_t *argument;
    struct run_request *request = &reader->run->request;
    const json_t *arguments = json_object_get(options, "arguments");
    if (!json_is_array(arguments))
        return refuse(reader, "arguments is missing or no array");
    json_array_foreach (arguments, i, argument)
        request->full |= json_is_string(argument) && !strcmp(json_string_value(argument), "--full");
    return fields_read(options_fields, options, request, reader->reason);
}

/* Reads the members of the first line that are no arrays. */
static bool read_conditions(struct log_reader *reader, const json_t *head)
{
    struct recorded_run *r = reader->run;
    const json_t *options = json_object_get(head, "options"), *pin = json_object_get(head, "pin"),
                 *machine = json_object_get(head, "machine");
    return fields_read(head_fields, head, &r->report, reader->reason) &&
           (read_options(reader, options) || refuse_part(reader, "options")) &&
           (fields_read(pin_fields, pin, &r->pin, reader->reason) || refuse_part(reader, "pin")) &&
           (machine_of_json(&r->machine, machine, reader->reason) ||
            refuse_part(reader, "machine"));
}

static bool read_first_line(struct log_reader *reader, const json_t *head)
{
    struct recorded_run *r = reader->run;
    long long format = json_integer_value(json_object_get(head, "format"));
    if (format != LOG_FORMAT)
        return refuse(reader, "its format is %lld, expected %d: a log that `bench --out` writes",
                      format, LOG_FORMAT);
    r->schemes = xcalloc(MAX_SCHEMES, sizeof *r->schemes);
    if (!read_conditions(reader, head) ||
        !read_array(reader, "schemes", MAX_SCHEMES, "scheme", read_scheme) ||
        !read_array(reader, "columns", MAX_COLUMNS_READ, "column", read_column))
        return false;
    size_t most = r->scheme_count * reader->column_count;
    r->run.processes_requested = r->request.processes;
    reader->seen = xcalloc(most, sizeof *reader->seen);
    r->run.row = xcalloc(most, sizeof *r->run.row);
    return read_array(reader, "rows", most, "row", read_row);
}

/* ---- further lines ---- */

static bool refuse_result(struct log_reader *reader, size_t i)
{
    const json_t *rows = json_object_get(reader->run->lines.line[0], "rows");
    return refuse_element(reader, "row", i, json_array_get(rows, i));
}

static bool read_values(struct log_reader *reader, const struct field *field, const json_t *array,
                        struct process_result *results)
{
    size_t n = json_array_size(array), rows = reader->run->run.n;
    if (!array && field >= result_fields + FIRST_COUNTER)
        return true;
    if (n != rows)
        return refuse(reader, "%zu values of %s, expected %zu: one a row", n, field->name, rows);
    for (size_t i = 0; i < rows; i++)
        if (!field_read(field, json_array_get(array, i), &results[i], reader->reason))
            return refuse_result(reader, i);
    return true;
}

static bool check_result(struct log_reader *reader, const struct process_result *result)
{
    if (isnan(result->cycles) != isnan(result->ghz))
        return refuse(reader, "cycles without ghz, or ghz without cycles");
    if (result->undisturbed > result->samples)
        return refuse(reader, "undisturbed is more than samples");
    if (isfinite(result->cycles) && !result->undisturbed)
        return refuse(reader, "cycles without an undisturbed sample");
    return true;
}

static bool read_process(struct log_reader *reader, const json_t *json)
{
    struct log_process process;
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

static bool read_failed_row(struct log_reader *reader, const json_t *json)
{
    struct log_failed_row failed;
    struct run *run = &reader->run->run;
    if (!fields_read(failed_row_fields, json, &failed, reader->reason))
        return false;
    if (failed.row >= run->n)
        return refuse(reader, "failed_row is %zu, but there are %zu rows", failed.row, run->n);
    run_fail_row(&run->row[failed.row], failed.status, failed.reason);
    return true;
}

static bool read_resumed(struct log_reader *reader, const json_t *json)
{
    struct log_resumed resumed;
    struct recorded_run *r = reader->run;
    struct resumptions *before = &r->report.resumed;
    if (!fields_read(resumed_fields, json, &resumed, reader->reason))
        return false;
    r->request.processes = r->run.processes_requested = resumed.processes;
    r->ended = false;
    if (before->n < MAX_RESUMED)
        before->after[before->n++] = r->run.processes_ended;
    return true;
}

/* Reads what happened after the first line. Ignores damaged lines, which are NULL, and lines that
 * have none of these members, as newer programs may write some. */
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
        return refuse(reader, "another run begins here: put each run into a file of its own");
    if (!json_object_get(json, "ended"))
        return true;
    reader->run->ended = true;
    return fields_read(ended_fields, json, &when, reader->reason);
}

static bool read_lines(struct log_reader *reader, struct error *error)
{
    const struct log_lines *lines = &reader->run->lines;
    bool ok = read_first_line(reader, lines->line[0]);
    while (ok && ++reader->line < lines->n)
        ok = read_further_line(reader, lines->line[reader->line]);
    return ok || fail(error, STATUS_INPUT, "%s:%zu: %s", reader->run->path, reader->line + 1,
                      reader->reason);
}

/* ---- the run ---- */

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
    free(run->path);
    log_lines_free(&run->lines);
    free(run);
}

struct recorded_run *recorded_run_read(const char *path, struct error *error)
{
    struct recorded_run *run = xcalloc(1, sizeof *run);
    struct log_reader reader = {.run = run,
                                .columns = xcalloc(MAX_COLUMNS_READ, sizeof *reader.columns)};
    run->path = strcpy(xmalloc(strlen(path) + 1), path);
    run->lists = xcalloc(1, sizeof *run->lists);
    bool ok = log_read(path, &run->lines, error) && read_lines(&reader, error);
    free(reader.seen);
    free(reader.columns);
    if (!ok) {
        recorded_run_free(run);
        return NULL;
    }
    struct report *report = &run->report;
    report->request = &run->request;
    report->run = &run->run;
    report->machine = &run->machine;
    report->pin = &run->pin;
    report->saved = run->path;
    report->head = run->lines.line[0];
    report->partial = run->run.processes_ended < run->request.processes ||
                      (!run->ended && run_mark_incomplete(&run->run));
    return run;
}
