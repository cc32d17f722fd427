/* SPDX-License-Identifier: MIT */
#include "record/read_log.h"
#include "analysis/conclude.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"
#include "record/write_log.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- members of a line ---- */

/* Returns a member that is a string; "" if it is none. */
static const char *field_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* Copies a member that is a string; returns false if it is none or longer than size - 1. */
static bool field_copy_text(const json_t *object, const char *name, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text && snprintf(to, size, "%s", text) < (int)size;
}

/* Reads a number within the limits, or NAN for null. */
static bool field_number(const json_t *value, double least, double most, double *to)
{
    *to = json_is_number(value) ? json_number_value(value) : NAN;
    return json_is_null(value) || (*to >= least && *to <= most);
}

/* Reads a member that is an integer from 0 to `most`. */
static bool field_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to)
{
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    *to = (uint64_t)number;
    return number >= 0 && *to <= most;
}

/* Returns the index of the name of a piece; ROW_PIECES if it is none. */
static enum piece field_piece(const json_t *object)
{
    const char *name = field_text(object, "piece");
    enum piece piece = 0;
    while (piece < ROW_PIECES && strcmp(piece_names[piece], name) != 0)
        piece++;
    return piece;
}

struct log_reader {
    struct recorded_run *run;
    const char *path;
    struct error *error;
};

/* Fails with STATUS_INPUT: "PATH:LINE: REASON", with the number of the line from 1 on. */
__attribute__((format(printf, 3, 4))) static bool refuse(const struct log_reader *reader,
                                                         size_t line, const char *reason, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    return fail(reader->error, STATUS_INPUT, "%s:%zu: %s", reader->path, line, text);
}

/* ---- the first line: schemes ---- */

enum { MAX_SCHEMES = 1000 };
static const uint64_t MAX_BYTES = UINT64_C(1) << 40;

static bool read_texts(const json_t *json, struct scheme *s)
{
    s->name = field_text(json, "name");
    s->family = field_text(json, "family");
    s->title = field_text(json, "title");
    s->author = field_text(json, "author");
    s->year = field_text(json, "year");
    s->source = field_text(json, "source");
    s->needs = field_text(json, "needs");
    s->twin = json_string_value(json_object_get(json, "twin"));
    return *s->name && *s->family;
}

static bool read_traits(const json_t *words, struct scheme *s)
{
    size_t i;
    json_t *word;
    json_array_foreach (words, i, word) {
        const struct trait_name *t = trait_names;
        while (t->name && strcmp(t->name, json_is_string(word) ? json_string_value(word) : ""))
            t++;
        s->traits |= t->trait;
        if (!t->name)
            return false;
    }
    return json_is_array(words);
}

/* Reads the bytes by piece; a mix needs none, as it takes those of the engine. */
static bool read_bytes(const json_t *json, struct scheme *s)
{
    const char *name;
    json_t *value;
    uint64_t bytes, view;
    json_t *by_piece = json_object_get(json, "table_bytes");
    if (!json_is_object(by_piece) || !field_whole(json, "view_bytes", MAX_BYTES, &view) ||
        !field_whole(json, "engine_bytes", MAX_BYTES, &bytes))
        return false;
    s->view_bytes = (size_t)view;
    s->tables[0] = (struct scheme_table){"all", NULL, (size_t)bytes};
    json_object_foreach (by_piece, name, value) {
        enum piece piece = 0;
        while (piece < ROW_PIECES && strcmp(piece_names[piece], name) != 0)
            piece++;
        if (piece == ROW_PIECES || !field_whole(by_piece, name, MAX_BYTES, &bytes))
            return false;
        if (piece <= ALL)
            s->table_bytes[piece == ALL ? QUEEN : piece] = (size_t)bytes;
    }
    return true;
}

static bool is_new(const struct recorded_run *r, const struct scheme *scheme)
{
    for (const struct scheme *s = r->schemes; s < scheme; s++)
        if (!strcmp(s->name, scheme->name))
            return false;
    return true;
}

static bool read_schemes(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *array = json_object_get(r->lines.line[0], "schemes");
    size_t n = json_array_size(array);
    if (n < 1 || n > MAX_SCHEMES)
        return refuse(reader, 1, "%zu schemes, expected 1 to %d", n, MAX_SCHEMES);
    r->schemes = xcalloc(n, sizeof *r->schemes);
    for (; r->scheme_count < n; r->scheme_count++) {
        struct scheme *scheme = &r->schemes[r->scheme_count];
        const json_t *json = json_array_get(array, r->scheme_count);
        scheme->built = true;
        if (!read_texts(json, scheme) || !is_new(r, scheme) ||
            !read_traits(json_object_get(json, "traits"), scheme) || !read_bytes(json, scheme))
            return refuse(reader, 1,
                          "scheme %zu (%.80s): a member is missing or impossible, or its name "
                          "occurs twice",
                          r->scheme_count + 1, field_text(json, "name"));
    }
    return true;
}

/* ---- columns ---- */

enum { MAX_COLUMNS_READ = 1000, MAX_LENGTH = 1 << 26 };

/* What all rows of a column share. */
struct column {
    const struct list *list;
    const struct mode_spec *mode;
};

/* Returns the mode of this name, which is added if it is new; NULL if there cannot be such a mode,
 * or if another column gives it another size. */
static const struct mode_spec *read_mode(struct modes *modes, const json_t *json)
{
    struct modes one;
    struct error ignored;
    uint64_t kib = 0;
    const char *name = field_text(json, "mode");
    size_t m = modes_find(modes, name);
    if (!modes_parse(name, &one, &ignored) || strcmp(one.mode[0].name, name) != 0 ||
        (m == MAX_MODES && modes->n == MAX_MODES))
        return NULL;
    if (mode_info(&one.mode[0])->cold_cache &&
        (!field_whole(json, "working_set_kib", MAX_WORKING_SET_KIB, &kib) ||
         (!one.mode[0].cache && one.mode[0].kib != kib)))
        return NULL;
    one.mode[0].kib = (unsigned)kib;
    if (m == MAX_MODES)
        modes->mode[m = modes->n++] = one.mode[0];
    return modes->mode[m].kib == kib ? &modes->mode[m] : NULL;
}

/* Positions of perft are no workload that an option selects. */
static bool read_workload_name(const json_t *json, struct list *list)
{
    struct error ignored;
    bool perft = list->kind == LIST_OF_PERFT_TASKS;
    if (perft)
        list->spec.kind = WORKLOAD_PERFT;
    return field_copy_text(json, "workload", list->name, sizeof list->name) && *list->name &&
           (perft || workload_parse(list->name, &list->spec, &ignored));
}

static bool parse_list(const json_t *json, struct list *list)
{
    struct error ignored;
    uint64_t length;
    const char *checksum = field_text(json, "checksum");
    if (!field_whole(json, "list_length", MAX_LENGTH, &length))
        return false;
    list->piece = field_piece(json);
    list->n = list->distinct = (size_t)length;
    return list->piece < ROW_PIECES && length &&
           field_number(json_object_get(json, "mean_occupied"), 0, 64, &list->mean_occupied) &&
           isfinite(list->mean_occupied) &&
           field_number(json_object_get(json, "lookups_per_step"), 0, 1e6, &list->mean_lookups) &&
           read_workload_name(json, list) &&
           parse_hex("checksum", checksum, &list->checksum, &ignored);
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Returns the list of a column, which other columns may share; NULL if it is impossible or differs
 * from the one in another column. */
static const struct list *read_list(struct lists *lists, const json_t *json, enum list_kind kind)
{
    struct list list = {.kind = kind};
    if (!parse_list(json, &list))
        return NULL;
    for (size_t i = 0; i < lists->n; i++) {
        struct list *other = &lists->list[i];
        if (other->kind != kind || other->piece != list.piece || strcmp(other->name, list.name))
            continue;
        bool same = other->n == list.n && same_number(other->mean_occupied, list.mean_occupied) &&
                    same_number(other->mean_lookups, list.mean_lookups) &&
                    other->checksum == list.checksum;
        return same ? other : NULL;
    }
    if (lists->n == sizeof lists->list / sizeof *lists->list)
        return NULL;
    lists->list[lists->n] = list;
    return &lists->list[lists->n++];
}

/* Returns why the column is impossible; NULL if it is not. */
static const char *read_column(struct recorded_run *r, const json_t *json, size_t c,
                               struct column *columns)
{
    struct column *column = &columns[c];
    column->mode = read_mode(&r->request.matrix.modes, json);
    if (!column->mode)
        return "the mode or its working_set_kib is impossible";
    column->list = read_list(r->lists, json, mode_info(column->mode)->list);
    if (!column->list)
        return "a member of the list is missing, impossible or not as in another column";
    for (size_t other = 0; other < c; other++)
        if (columns[other].mode == column->mode && columns[other].list == column->list)
            return "it occurs twice";
    return NULL;
}

static bool read_columns(const struct log_reader *reader, const json_t *array,
                         struct column *columns)
{
    json_t *json;
    size_t c;
    json_array_foreach (array, c, json) {
        const char *fault = read_column(reader->run, json, c, columns);
        if (fault)
            return refuse(reader, 1, "column %zu (%.20s %.24s %.40s): %s", c + 1,
                          field_text(json, "piece"), field_text(json, "workload"),
                          field_text(json, "mode"), fault);
    }
    return true;
}

/* ---- rows ---- */

/* Returns the scheme of a row; NULL if it is none of schemes. Those of neighbours are equal. */
static const struct scheme *find_scheme(const struct recorded_run *r, const char *name)
{
    const struct scheme *last = r->run.n ? r->run.row[r->run.n - 1].planned.scheme : NULL;
    if (last && !strcmp(last->name, name))
        return last;
    for (size_t s = 0; s < r->scheme_count; s++)
        if (!strcmp(r->schemes[s].name, name))
            return &r->schemes[s];
    return NULL;
}

static const struct column *find_column(const struct column *columns, size_t n, const json_t *json)
{
    const char *workload = field_text(json, "workload"), *mode = field_text(json, "mode");
    enum piece piece = field_piece(json);
    for (size_t c = 0; c < n; c++)
        if (columns[c].list->piece == piece && !strcmp(columns[c].list->name, workload) &&
            !strcmp(columns[c].mode->name, mode))
            return &columns[c];
    return NULL;
}

static bool read_status(const json_t *json, struct row *row)
{
    const char *word = field_text(json, "status");
    if (!json_object_get(json, "status"))
        return true;
    for (enum row_status s = ROW_UNSUPPORTED; s <= ROW_CRASHED; s++)
        if (!strcmp(word, row_status_names[s])) {
            row->status = s;
            return field_copy_text(json, "reason", row->reason, sizeof row->reason);
        }
    return false;
}

/* Returns why the row is impossible, NULL if it is not. `seen` has a flag of each row by scheme and
 * column. */
static const char *read_row(struct recorded_run *r, const json_t *json,
                            const struct column *columns, size_t n, bool *seen)
{
    const struct scheme *scheme = find_scheme(r, field_text(json, "scheme"));
    const struct column *column = find_column(columns, n, json);
    if (!scheme || !column)
        return scheme ? "its column is none of columns" : "its scheme is none of schemes";
    bool *row_seen = &seen[(size_t)(scheme - r->schemes) * n + (size_t)(column - columns)];
    struct row *row = &r->run.row[r->run.n].planned;
    if (*row_seen)
        return "it occurs twice";
    *row_seen = true;
    *row = (struct row){.scheme = scheme, .list = column->list, .mode = column->mode};
    r->run.n++;
    return read_status(json, row) ? NULL : "status or reason is missing or impossible";
}

static bool read_rows(const struct log_reader *reader, const struct column *columns, size_t n,
                      bool *seen)
{
    struct recorded_run *r = reader->run;
    const json_t *rows = json_object_get(r->lines.line[0], "rows");
    json_t *json;
    size_t i;
    if (!json_array_size(rows))
        return refuse(reader, 1, "there are no rows");
    r->run.row = xcalloc(json_array_size(rows), sizeof *r->run.row);
    json_array_foreach (rows, i, json) {
        const char *fault = read_row(r, json, columns, n, seen);
        if (fault)
            return refuse(reader, 1, "row %zu (%.80s): %s", i + 1, field_text(json, "scheme"),
                          fault);
    }
    return true;
}

static bool read_rows_and_columns(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *array = json_object_get(r->lines.line[0], "columns");
    size_t n = json_array_size(array);
    if (n < 1 || n > MAX_COLUMNS_READ)
        return refuse(reader, 1, "%zu columns, expected 1 to %d", n, MAX_COLUMNS_READ);
    struct column *columns = xcalloc(n, sizeof *columns);
    bool *seen = xcalloc(n * r->scheme_count, sizeof *seen);
    bool ok = read_columns(reader, array, columns) && read_rows(reader, columns, n, seen);
    free(columns);
    free(seen);
    return ok;
}

/* ---- the first line: all other members ---- */

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

static bool read_reference(const json_t *json, const char *name, double *reference)
{
    return field_number(json_object_get(json, name), 0, CANARY_CHAINS, reference) &&
           isfinite(*reference);
}

/* Reads all members of the first line but schemes, columns and rows. */
static bool read_first_line(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *head = r->lines.line[0], *format = json_object_get(head, "format");
    if (json_integer_value(format) != LOG_FORMAT)
        return refuse(reader, 1, "its format is %lld, expected %d: a log that `bench --out` writes",
                      (long long)json_integer_value(format), LOG_FORMAT);
    if (!read_date(r, head))
        return refuse(reader, 1, "date is not a UTC time such as 2026-11-22T06:37:22Z");
    if (!read_build(r, head))
        return refuse(reader, 1, "level or compiler is missing");
    if (!read_reference(head, "known_reference_ipc", &r->report.known_reference_ipc))
        return refuse(reader, 1, "known_reference_ipc is missing or impossible");
    if (!read_options(r, head))
        return refuse(reader, 1, "options.processes or options.arguments is missing or impossible");
    if (!read_pin(r, head))
        return refuse(reader, 1, "pin is missing or impossible");
    return machine_of_json(&r->machine, json_object_get(head, "machine")) ||
           refuse(reader, 1, "machine is missing or impossible");
}

/* ---- further lines ---- */

/* Refuses the value of a row. */
static bool refuse_value(const struct log_reader *reader, size_t line, const char *member, size_t i,
                         const char *reason)
{
    const struct row *row = &reader->run->run.row[i].planned;
    return refuse(reader, line, "%s %zu (%.30s %s %s %s): %s", member, i + 1, row->scheme->name,
                  piece_names[row->list->piece], row->list->name, row->mode->name, reason);
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

static bool read_values(const struct log_reader *reader, size_t line, const json_t *json,
                        struct process_result *results)
{
    size_t rows = reader->run->run.n;
    for (const struct process_member *m = process_members; m < process_members + PROCESS_MEMBERS;
         m++) {
        const json_t *array = json_object_get(json, m->name);
        size_t n = json_array_size(array), i = 0;
        if (!array && m->optional)
            continue;
        while (i < rows && i < n && read_value(json_array_get(array, i), m, &results[i]))
            i++;
        if (i < rows || n > rows)
            return refuse_value(reader, line, m->name, i < rows ? i : rows - 1,
                                "missing or impossible");
    }
    return check_results(reader, line, results);
}

static bool read_process(const struct log_reader *reader, size_t line, const json_t *json)
{
    struct run *run = &reader->run->run;
    double reference;
    if (!read_reference(json, "reference_ipc", &reference))
        return refuse(reader, line, "reference_ipc is missing or impossible");
    struct process_result *results = xcalloc(run->n, sizeof *results);
    for (size_t i = 0; i < run->n; i++)
        results[i] = process_result_without_value(0, 0);
    bool ok = read_values(reader, line, json, results);
    for (size_t i = 0; ok && i < run->n; i++)
        results[i].ns = round_recorded(results[i].cycles / results[i].ghz);
    if (ok)
        run_add_process(run, results, reference);
    free(results);
    return ok;
}

static bool read_failed_row(const struct log_reader *reader, size_t line, const json_t *json)
{
    struct run *run = &reader->run->run;
    uint64_t row;
    if (!field_whole(json, "failed_row", run->n - 1, &row))
        return refuse(reader, line, "failed_row is no row");
    for (enum row_status s = ROW_WRONG; s <= ROW_CRASHED; s++)
        if (!strcmp(field_text(json, "status"), row_status_names[s])) {
            run_fail_row(&run->row[row], s, field_text(json, "reason"));
            return true;
        }
    return refuse_value(reader, line, "status", (size_t)row, "expected wrong or crashed");
}

static bool read_resumed(const struct log_reader *reader, size_t line, const json_t *json)
{
    struct recorded_run *r = reader->run;
    struct resumptions *resumed = &r->report.resumed;
    uint64_t processes;
    if (!field_whole(json, "processes", MAX_RECORDED_PROCESSES, &processes))
        return refuse(reader, line, "processes is missing or impossible");
    r->request.processes = r->run.processes_requested = (size_t)processes;
    r->ended = false;
    if (resumed->n < MAX_RESUMED)
        resumed->after[resumed->n++] = r->run.processes_ended;
    return true;
}

/* Reads what happened after the first line. */
static bool read_further_lines(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    bool ok = true;
    r->run.processes_requested = r->request.processes;
    for (size_t i = 1; ok && i < r->lines.n; i++) {
        const json_t *json = r->lines.line[i]; /* NULL: damaged; others are of newer programs */
        if (json_object_get(json, "process"))
            ok = read_process(reader, i + 1, json);
        else if (json_object_get(json, "failed_row"))
            ok = read_failed_row(reader, i + 1, json);
        else if (json_object_get(json, "resumed"))
            ok = read_resumed(reader, i + 1, json);
        else if (json_object_get(json, "ended"))
            r->ended = true;
    }
    return ok;
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
    free(run->request.given);
    free(run->path);
    log_lines_free(&run->lines);
    free(run);
}

static bool check_texts(const struct log_reader *reader)
{
    const struct log_lines *lines = &reader->run->lines;
    for (size_t i = 0; i < lines->n; i++)
        if (!is_printable(lines->line[i]))
            return refuse(reader, i + 1, "a text contains a control character");
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
        read_schemes(&reader) && read_rows_and_columns(&reader) && read_further_lines(&reader)) {
        make_report(run);
        return run;
    }
    recorded_run_free(run);
    return NULL;
}
