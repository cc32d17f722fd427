/* SPDX-License-Identifier: MIT
 * What the lines of a log contain. A table of fields for each JSON object writes the object and
 * reads it back. results/LOG.md explains all members. */
#include "record/run_log.h"
#include "analysis/columns.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/progress.h"
#include "base/tuning.h"
#include "commit.h"
#include "plan/scheme_set.h"
#include "target/isa_level.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOG_FORMAT = 4, /* version of logs, and of the JSON */
    MAX_SCHEMES = 1000,
    MAX_COLUMNS_READ = 1000,
    MAX_LENGTH = 1 << 26, /* of a list */
    MAX_TEXT = 1 << 16,
    MAX_SECONDS = 1000000000,
    MAX_REASON = sizeof((struct row *)NULL)->reason - 1,
};
#define MAX_BYTES 0x1p40
#define ANY_TEXT  .most = MAX_TEXT
#define NAME      .least = 1, .most = MAX_TEXT

/* ---- a log that is read ---- */

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

/* ---- the first line: how the run was made ---- */

struct build build_here(void)
{
    return (struct build){SLIDEBENCH_VERSION, SLIDEBENCH_COMMIT, level_name,
                          level_compiler,     level_flags,       program_build};
}

#define REPORT(field) FIELD_AT(struct report, field)
static const struct field head_fields[] = {
    {"slidebench", FIELD_STRING, REPORT(build.version), ANY_TEXT},
    {"commit", FIELD_STRING, REPORT(build.commit), ANY_TEXT},
    {"build", FIELD_STRING, REPORT(build.identity), NAME, .unknown = FIELD_ABSENT},
    {"converted", FIELD_STRING, REPORT(converted), ANY_TEXT, .unknown = FIELD_ABSENT},
    {"date", FIELD_TIME, REPORT(began)},
    {"level", FIELD_STRING, REPORT(build.level), NAME},
    {"compiler", FIELD_STRING, REPORT(build.compiler), NAME},
    {"flags", FIELD_STRING, REPORT(build.flags), ANY_TEXT},
    {"known_reference_ipc", FIELD_REAL, REPORT(known_reference_ipc), .most = CANARY_CHAINS},
    {.name = NULL},
};

#define OPTION(field) FIELD_AT(struct run_request, field)
static const struct field options_fields[] = {
    {"processes", FIELD_SIZE, OPTION(processes), .least = 1, .most = MAX_RECORDED_PROCESSES},
    {"spread_over", FIELD_REAL, OPTION(spread_over), .most = MAX_SECONDS},
    {"seconds", FIELD_REAL, OPTION(seconds), .most = MAX_SECONDS},
    {"list_length", FIELD_SIZE, OPTION(list_length), .most = MAX_LENGTH},
    {"seed", FIELD_SIZE, OPTION(seed), .least = -HUGE_VAL, .most = HUGE_VAL}, /* as signed */
    {"huge_pages", FIELD_FLAG, OPTION(huge_pages)},
    {.name = NULL},
};

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
            json_array_append_new(array, json_text(given->value));
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

static const struct field pin_fields[] = {
    {"pinned", FIELD_FLAG, FIELD_AT(struct pin, pinned)},
    {"cpu", FIELD_INT, FIELD_AT(struct pin, cpu), .least = -1, .most = 1 << 20},
    {"smt_shared", FIELD_FLAG, FIELD_AT(struct pin, smt_shared)},
    {"description", FIELD_TEXT, FIELD_TEXT_AT(struct pin, description)},
    {"warning", FIELD_TEXT, FIELD_TEXT_AT(struct pin, warning)},
    {.name = NULL},
};

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

/* ---- the first line: schemes ---- */

#define SCHEME(field) FIELD_AT(struct scheme, field)
/* A log has only the sum of the sizes of its tables, engine_bytes. That is read back as the size of
 * the first table, so that scheme_bytes() returns it. */
static const struct field scheme_fields[] = {
    {"name", FIELD_STRING, SCHEME(name), NAME},
    {"family", FIELD_STRING, SCHEME(family), NAME},
    {"title", FIELD_STRING, SCHEME(title), ANY_TEXT},
    {"author", FIELD_STRING, SCHEME(author), ANY_TEXT},
    {"year", FIELD_STRING, SCHEME(year), ANY_TEXT},
    {"source", FIELD_STRING, SCHEME(source), ANY_TEXT},
    {"needs", FIELD_STRING, SCHEME(needs), ANY_TEXT},
    {"traits", FIELD_SET, SCHEME(traits), .most = TRAITS - 1, .words = trait_names},
    {"twin", FIELD_STRING, SCHEME(twin), NAME, .unknown = FIELD_ABSENT},
    {"delay", FIELD_INT, SCHEME(delay), .least = 1, .most = UINT8_MAX, .unknown = FIELD_ABSENT},
    {"view_bytes", FIELD_SIZE, SCHEME(view_bytes), .most = MAX_BYTES},
    {"engine_bytes", FIELD_SIZE, SCHEME(tables[0].bytes), .most = MAX_BYTES},
    {.name = NULL},
};

#define TABLE_BYTES(name, field)                                                                   \
    {                                                                                              \
        name, FIELD_SIZE, SCHEME(field), .most = MAX_BYTES, .unknown = FIELD_ABSENT                \
    }
/* Of the object table_bytes, by piece. */
static const struct field table_bytes_fields[] = {
    TABLE_BYTES("rook", table_bytes[ROOK]),   TABLE_BYTES("bishop", table_bytes[BISHOP]),
    TABLE_BYTES("queen", table_bytes[QUEEN]), TABLE_BYTES("both", table_bytes[BOTH]),
    TABLE_BYTES("all", table_bytes[QUEEN]),   TABLE_BYTES("mix-nnue", tables[1].bytes),
    TABLE_BYTES("mix-hce", tables[1].bytes),  {.name = NULL},
};

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

struct log_column {
    struct list list; /* without items */
    const char *mode, *unit;
    int working_set_kib; /* -1: the mode has no cold cache */
};

#define PIECE .most = ROW_PIECES - 1, .words = piece_names

#define COLUMN(field) FIELD_AT(struct log_column, field)
static const struct field column_fields[] = {
    {"piece", FIELD_WORD, COLUMN(list.piece), PIECE},
    {"workload", FIELD_TEXT, FIELD_TEXT_AT(struct log_column, list.name), .least = 1},
    {"mode", FIELD_STRING, COLUMN(mode), NAME},
    {"unit", FIELD_STRING, COLUMN(unit), NAME, .unknown = FIELD_ABSENT},
    {"list_length", FIELD_SIZE, COLUMN(list.distinct), .least = 1, .most = MAX_LENGTH},
    {"mean_occupied", FIELD_REAL, COLUMN(list.mean_occupied), .most = 64},
    {"lookups_per_step", FIELD_REAL, COLUMN(list.mean_lookups), .most = 1e6, .unknown = FIELD_NULL},
    {"checksum", FIELD_HEX, COLUMN(list.checksum)},
    {"working_set_kib", FIELD_INT, COLUMN(working_set_kib), .most = MAX_WORKING_SET_KIB,
     .unknown = FIELD_ABSENT},
    {.name = NULL},
};

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
    column->list = find_list(&reader->run->lists, list);
    if (!column->list)
        return refuse(reader, "a member of the list is not as in another column");
    for (const struct row *other = reader->columns; other < column; other++)
        if (rows_same_column(other, column))
            return refuse(reader, "it occurs twice");
    reader->column_count++;
    return true;
}

/* ---- the first line: rows ---- */

struct log_row {
    const char *scheme, *workload, *mode;
    enum piece piece;
    enum row_status status;
    const char *reason; /* NULL with ROW_OK */
};

#define ROW(field) FIELD_AT(struct log_row, field)
static const struct field row_fields[] = {
    {"scheme", FIELD_STRING, ROW(scheme), NAME},
    {"piece", FIELD_WORD, ROW(piece), PIECE},
    {"workload", FIELD_STRING, ROW(workload), NAME},
    {"mode", FIELD_STRING, ROW(mode), NAME},
    {"status", FIELD_WORD, ROW(status), .least = ROW_UNSUPPORTED, .most = ROW_CRASHED,
     .words = row_status_names, .unknown = FIELD_ABSENT},
    {"reason", FIELD_STRING, ROW(reason), .least = 1, .most = MAX_REASON, .unknown = FIELD_ABSENT},
    {.name = NULL},
};

static json_t *log_rows(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        struct log_row saved = {row->scheme->name, row->list->name,
                                row->mode->name,   row->list->piece,
                                row->status,       row->status == ROW_OK ? NULL : row->reason};
        json_array_append_new(array, fields_add(json_object(), row_fields, &saved));
    }
    return array;
}

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

/* ---- the line of a process ---- */

struct log_process {
    size_t number; /* the first is 1 */
    struct process_times times;
    double reference_ipc;
};

#define PROCESS(field) FIELD_AT(struct log_process, field)
static const struct field process_fields[] = {
    {"process", FIELD_SIZE, PROCESS(number), .least = 1, .most = MAX_RECORDED_PROCESSES},
    {"began", FIELD_TIME, PROCESS(times.began), .unknown = FIELD_ABSENT},
    {"seconds", FIELD_REAL, PROCESS(times.seconds), .most = MAX_SECONDS, .unknown = FIELD_ABSENT},
    {"link", FIELD_INT, PROCESS(times.link), .most = INT_MAX, .unknown = FIELD_ABSENT},
    {"seed", FIELD_HEX, PROCESS(times.seed), .unknown = FIELD_ABSENT},
    {"undisturbed_share", FIELD_REAL, PROCESS(times.undisturbed_share), .most = 1,
     .unknown = FIELD_ABSENT},
    {"reference_ipc", FIELD_REAL, PROCESS(reference_ipc), .most = CANARY_CHAINS},
    {.name = NULL},
};

#define RESULT(field) FIELD_AT(struct process_result, field)
#define COUNTER(name, counter)                                                                     \
    [FIRST_COUNTER + (counter)] = {name, FIELD_REAL, RESULT(counts[counter]), .most = 1e8,         \
                                   .unknown = FIELD_NULL}
const struct field result_fields[RESULT_FIELDS] = {
    {"cycles", FIELD_REAL, RESULT(cycles), .least = 1e-8, .most = 1e8, .unknown = FIELD_NULL},
    {"ghz", FIELD_REAL, RESULT(ghz), .least = 1e-8, .most = 1e8, .unknown = FIELD_NULL},
    {"samples", FIELD_INT, RESULT(samples), .most = 1e8},
    {"undisturbed", FIELD_INT, RESULT(undisturbed), .most = 1e8},
    COUNTER("counted_cycles", COUNT_CYCLES),
    COUNTER("instructions", COUNT_INSTRUCTIONS),
    COUNTER("branch_misses", COUNT_BRANCH_MISSES),
    COUNTER("l1_misses", COUNT_L1_MISSES),
    COUNTER("llc_misses", COUNT_CACHE_MISSES),
};

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

/* ---- other lines ---- */

struct log_failed_row {
    size_t row;
    enum row_status status;
    const char *reason;
};

#define FAILED(field) FIELD_AT(struct log_failed_row, field)
static const struct field failed_row_fields[] = {
    {"failed_row", FIELD_SIZE, FAILED(row), .most = INT_MAX},
    {"status", FIELD_WORD, FAILED(status), .least = ROW_WRONG, .most = ROW_CRASHED,
     .words = row_status_names},
    {"reason", FIELD_STRING, FAILED(reason), .most = MAX_REASON},
    {.name = NULL},
};

struct log_resumed {
    time_t when;
    size_t processes; /* of the run in all */
};

static const struct field resumed_fields[] = {
    {"resumed", FIELD_TIME, FIELD_AT(struct log_resumed, when)},
    {"processes", FIELD_SIZE, FIELD_AT(struct log_resumed, processes), .least = 1,
     .most = MAX_RECORDED_PROCESSES},
    {.name = NULL},
};

/* Of a time_t. */
static const struct field ended_fields[] = {{"ended", FIELD_TIME, .offset = 0}, {.name = NULL}};

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

/* ---- the log of a run that is measured ---- */

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
    if (!log->error.status && !log_append(&log->file, line, &log->error))
        progress_note(log->error.text);
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
    if (log->file.fd >= 0 && log->report && !log->keep && log_check(&log->file, &changed))
        unlink(log->file.path);
    log_close(&log->file);
    free(log->failed);
}

/* ---- a recorded run ---- */

static bool read_lines(struct log_reader *reader, struct error *error)
{
    const struct log_lines *lines = &reader->run->lines;
    bool ok = read_first_line(reader, lines->line[0]);
    while (ok && ++reader->line < lines->n)
        ok = read_further_line(reader, lines->line[reader->line]);
    return ok || fail(error, STATUS_INPUT, "%s:%zu: %s", reader->run->path, reader->line + 1,
                      reader->reason);
}

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
