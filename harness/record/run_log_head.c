/* SPDX-License-Identifier: MIT
 * What the first line of a log contains. Each JSON object has a table of fields, by which it is
 * written and read back. results/LOG.md explains all members. */
#include "record/run_log_head.h"
#include "analysis/columns.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/tuning.h"
#include "commit.h"
#include "plan/scheme_set.h"
#include "target/isa_level.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum {
    LOG_FORMAT = 4, /* version of logs, and of the JSON */
    MAX_SCHEMES = 1000,
    MAX_COLUMNS_READ = 1000,
    MAX_LENGTH = 1 << 26, /* of a list */
    MAX_TEXT = 1 << 16,
};
#define MAX_BYTES 0x1p40
#define ANY_TEXT  .max = MAX_TEXT
#define NAME      .min = 1, .max = MAX_TEXT

/* ---- refusal of what is read ---- */

bool log_refuse(struct log_reader *reader, const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(reader->reason, sizeof reader->reason, reason, arguments);
    va_end(arguments);
    return false;
}

/* Puts the name of a part of the line before the reason: "pin: cpu is -2, ...". */
static bool refuse_part(struct log_reader *reader, const char *part)
{
    char reason[sizeof reader->reason];
    strcpy(reason, reader->reason);
    return log_refuse(reader, "%s: %s", part, reason);
}

bool log_refuse_element(struct log_reader *reader, const char *kind, size_t i,
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
        return log_refuse(reader, "%zu %s, expected 1 to %zu", n, name, most);
    json_array_foreach (array, i, json)
        if (!read(reader, json))
            return log_refuse_element(reader, kind, i, json);
    return true;
}

/* ---- the first line: how the run was made ---- */

struct build build_here(void)
{
    return (struct build){SLIDEBENCH_VERSION, SLIDEBENCH_COMMIT, level_name,
                          level_compiler,     level_flags,       program_build};
}

#define REPORT(field) FIELD_AT(struct result, field)
static const struct field head_fields[] = {
    {"slidebench", FIELD_STRING, REPORT(build.version), ANY_TEXT},
    {"commit", FIELD_STRING, REPORT(build.commit), ANY_TEXT},
    {"build", FIELD_STRING, REPORT(build.identity), NAME, .unknown = FIELD_ABSENT},
    {"converted", FIELD_STRING, REPORT(converted), ANY_TEXT, .unknown = FIELD_ABSENT},
    {"date", FIELD_TIME, REPORT(began)},
    {"level", FIELD_STRING, REPORT(build.level), NAME},
    {"compiler", FIELD_STRING, REPORT(build.compiler), NAME},
    {"flags", FIELD_STRING, REPORT(build.flags), ANY_TEXT},
    {"known_reference_ipc", FIELD_REAL, REPORT(known_reference_ipc), .max = CANARY_CHAINS},
    {.name = NULL},
};

#define OPTION(field) FIELD_AT(struct run_request, field)
static const struct field options_fields[] = {
    {"processes", FIELD_INT64, OPTION(processes), .min = 1, .max = MAX_RECORDED_PROCESSES},
    {"spread_over", FIELD_REAL, OPTION(spread_over), .max = MAX_SECONDS},
    {"seconds", FIELD_REAL, OPTION(seconds), .max = MAX_SECONDS},
    {"list_length", FIELD_INT64, OPTION(list_length), .max = MAX_LENGTH},
    {"seed", FIELD_INT64, OPTION(seed), .min = -HUGE_VAL, .max = HUGE_VAL}, /* as signed */
    {"huge_pages", FIELD_FLAG, OPTION(huge_pages)},
    {.name = NULL},
};

/* Returns the options of the command line, except options of input and output: ["--full",
 * "--processes", "12"]. */
static json_t *json_arguments(const struct run_request *o)
{
    json_t *array = json_array();
    for (size_t i = 0; i < o->given_count; i++) {
        const struct given_option *given = &o->given[i];
        json_array_append_new(array, json_sprintf("--%s", given->name));
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
        return log_refuse(reader, "arguments is missing or no array");
    json_array_foreach (arguments, i, argument)
        request->full |= json_is_string(argument) && !strcmp(json_string_value(argument), "--full");
    return fields_read(options_fields, options, request, reader->reason);
}

static const struct field pin_fields[] = {
    {"pinned", FIELD_FLAG, FIELD_AT(struct pin, pinned)},
    {"cpu", FIELD_INT, FIELD_AT(struct pin, cpu), .min = -1, .max = 1 << 20},
    {"smt_shared", FIELD_FLAG, FIELD_AT(struct pin, smt_shared)},
    {"description", FIELD_TEXT, FIELD_TEXT_AT(struct pin, description)},
    {"warning", FIELD_TEXT, FIELD_TEXT_AT(struct pin, warning)},
    {.name = NULL},
};

/* Reads those members of the first line that are not arrays. */
static bool read_conditions(struct log_reader *reader, const json_t *head)
{
    struct recorded_run *r = reader->run;
    const json_t *options = json_object_get(head, "options"), *pin = json_object_get(head, "pin"),
                 *machine = json_object_get(head, "machine");
    return fields_read(head_fields, head, &r->result, reader->reason) &&
           (read_options(reader, options) || refuse_part(reader, "options")) &&
           (fields_read(pin_fields, pin, &r->pin, reader->reason) || refuse_part(reader, "pin")) &&
           (machine_of_json(&r->machine, machine, reader->reason) ||
            refuse_part(reader, "machine"));
}

/* ---- the first line: schemes ---- */

#define SCHEME(field) FIELD_AT(struct scheme, field)
/* A log has only the sum of the sizes of a scheme's tables, engine_bytes. The sum is read back as
 * the size of the first table, so that scheme_bytes() returns it. */
static const struct field scheme_fields[] = {
    {"name", FIELD_STRING, SCHEME(name), NAME},
    {"family", FIELD_STRING, SCHEME(family), NAME},
    {"title", FIELD_STRING, SCHEME(title), ANY_TEXT},
    {"author", FIELD_STRING, SCHEME(author), ANY_TEXT},
    {"year", FIELD_STRING, SCHEME(year), ANY_TEXT},
    {"source", FIELD_STRING, SCHEME(source), ANY_TEXT},
    {"needs", FIELD_STRING, SCHEME(needs), ANY_TEXT},
    {"traits", FIELD_SET, SCHEME(traits), .max = TRAITS - 1, .words = trait_names},
    {"twin", FIELD_STRING, SCHEME(twin), NAME, .unknown = FIELD_ABSENT},
    {"delay", FIELD_INT, SCHEME(delay), .min = 1, .max = UINT8_MAX, .unknown = FIELD_ABSENT},
    {"view_bytes", FIELD_INT64, SCHEME(view_bytes), .max = MAX_BYTES},
    {"engine_bytes", FIELD_INT64, SCHEME(tables[0].bytes), .max = MAX_BYTES},
    {.name = NULL},
};

#define TABLE_BYTES(name, field)                                                                   \
    {                                                                                              \
        name, FIELD_INT64, SCHEME(field), .max = MAX_BYTES, .unknown = FIELD_ABSENT                \
    }
/* The fields of the object table_bytes, by piece. */
static const struct field table_bytes_fields[] = {
    TABLE_BYTES("rook", table_bytes[ROOK]),   TABLE_BYTES("bishop", table_bytes[BISHOP]),
    TABLE_BYTES("queen", table_bytes[QUEEN]), TABLE_BYTES("both", table_bytes[BOTH]),
    TABLE_BYTES("all", table_bytes[QUEEN]),   TABLE_BYTES("mix-nnue", tables[1].bytes),
    TABLE_BYTES("mix-hce", tables[1].bytes),  {.name = NULL},
};

/* Returns the scheme with an empty table_bytes, which json_schemes() fills by the run's pieces. */
static json_t *json_scheme(const struct scheme *scheme)
{
    struct scheme s = *scheme;
    s.tables[0].bytes = (size_t)scheme_bytes(scheme);
    json_t *json = fields_add(json_object(), scheme_fields, &s);
    json_object_set_new(json, "table_bytes", json_object());
    return json;
}

/* Returns the schemes of the run, each once: the rows of a scheme follow each other, and its batch
 * build has the same name. */
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
        return log_refuse(reader, "table_bytes is missing or names an unknown piece");
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
        return log_refuse(reader, "its name occurs twice");
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

#define PIECE .max = ROW_PIECES - 1, .words = piece_names

#define COLUMN(field) FIELD_AT(struct log_column, field)
static const struct field column_fields[] = {
    {"piece", FIELD_ENUM, COLUMN(list.piece), PIECE},
    {"workload", FIELD_TEXT, FIELD_TEXT_AT(struct log_column, list.name), .min = 1},
    {"mode", FIELD_STRING, COLUMN(mode), NAME},
    {"unit", FIELD_STRING, COLUMN(unit), NAME, .unknown = FIELD_ABSENT},
    {"list_length", FIELD_INT64, COLUMN(list.distinct), .min = 1, .max = MAX_LENGTH},
    {"mean_occupied", FIELD_REAL, COLUMN(list.mean_occupied), .max = 64},
    {"lookups_per_step", FIELD_REAL, COLUMN(list.mean_lookups), .max = 1e6, .unknown = FIELD_NULL},
    {"checksum", FIELD_HEX, COLUMN(list.checksum)},
    {"working_set_kib", FIELD_INT, COLUMN(working_set_kib), .max = MAX_WORKING_SET_KIB,
     .unknown = FIELD_ABSENT},
    {.name = NULL},
};

json_t *log_column_json(const struct column *column)
{
    const struct mode_info *mode = mode_info(column->mode);
    struct log_column saved = {*column->list, column->mode->name, mode->unit,
                               mode->cold_cache ? (int)column->mode->kib : -1};
    return fields_add(json_object(), column_fields, &saved);
}

static json_t *log_columns(const struct run *run)
{
    json_t *array = json_array();
    for_each_column (column, run)
        json_array_append_new(array, log_column_json(column));
    return array;
}

/* Returns the mode of this name, and adds it if it is new. Returns NULL if such a mode is
 * impossible, or if another column gives it another size. `kib`: of its working set; -1: none. */
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

/* Returns the list of a column, and adds it unless an earlier column has it, too. Returns NULL if
 * an earlier column has another list of this name, or if there are too many lists. */
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
    struct run *run = &reader->run->run;
    struct column *column = &run->column[run->column_count];
    if (!fields_read(column_fields, json, &saved, reader->reason))
        return false;
    column->mode = find_mode(&reader->run->request.matrix.modes, saved.mode, saved.working_set_kib);
    if (!column->mode)
        return log_refuse(reader, "the mode or its working_set_kib is impossible");
    list->kind = mode_info(column->mode)->list;
    list->n = list->distinct;
    if (!workload_parse(list->name, &list->spec, &ignored))
        return log_refuse(reader, "there is no such workload");
    column->list = find_list(&reader->run->lists, list);
    if (!column->list)
        return log_refuse(reader, "a member of the list is not as in another column");
    for (const struct column *other = run->column; other < column; other++)
        if (other->list == column->list && other->mode == column->mode)
            return log_refuse(reader, "it occurs twice");
    run->column_count++;
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
    {"piece", FIELD_ENUM, ROW(piece), PIECE},
    {"workload", FIELD_STRING, ROW(workload), NAME},
    {"mode", FIELD_STRING, ROW(mode), NAME},
    {"status", FIELD_ENUM, ROW(status), .min = ROW_UNSUPPORTED, .max = ROW_CRASHED,
     .words = row_status_names, .unknown = FIELD_ABSENT},
    {"reason", FIELD_STRING, ROW(reason), .min = 1, .max = MAX_REASON, .unknown = FIELD_ABSENT},
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

static const struct column *find_column(const struct run *run, const struct log_row *row)
{
    for_each_column (c, run)
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
    const struct column *column = find_column(&r->run, &saved);
    if (!scheme || !column)
        return log_refuse(reader, "its %s",
                          scheme ? "column is none of columns" : "scheme is none of schemes");
    bool *seen = reader->seen + (size_t)(scheme - r->schemes) * r->run.column_count;
    if (seen[column - r->run.column])
        return log_refuse(reader, "it occurs twice");
    if (saved.status != ROW_OK && !*saved.reason)
        return log_refuse(reader, "the reason of its status is missing");
    seen[column - r->run.column] = true;
    *row = (struct row){scheme, column->list, column->mode, saved.status, ""};
    strcpy(row->reason, saved.status == ROW_OK ? "" : saved.reason);
    r->run.n++;
    return true;
}

/* ---- the first line ---- */

json_t *log_head(const struct result *result)
{
    json_t *json = json_object();
    json_object_set_new(json, "format", json_integer(LOG_FORMAT));
    fields_add(json, head_fields, result);
    json_object_set_new(json, "options", json_options(result->request));
    json_object_set_new(json, "pin", fields_add(json_object(), pin_fields, result->pin));
    json_object_set_new(json, "machine", machine_json(result->machine));
    json_object_set_new(json, "schemes", json_schemes(result->run));
    json_object_set_new(json, "columns", log_columns(result->run));
    json_object_set_new(json, "rows", log_rows(result->run));
    return json;
}

bool log_read_head(struct log_reader *reader, const json_t *head)
{
    struct recorded_run *r = reader->run;
    long long format = json_integer_value(json_object_get(head, "format"));
    if (format != LOG_FORMAT)
        return log_refuse(reader,
                          "its format is %lld, expected %d: a log that `bench --out` writes",
                          format, LOG_FORMAT);
    r->schemes = xcalloc(MAX_SCHEMES, sizeof *r->schemes);
    r->run.column = xcalloc(MAX_COLUMNS_READ, sizeof *r->run.column);
    if (!read_conditions(reader, head) ||
        !read_array(reader, "schemes", MAX_SCHEMES, "scheme", read_scheme) ||
        !read_array(reader, "columns", MAX_COLUMNS_READ, "column", read_column))
        return false;
    size_t most = r->scheme_count * r->run.column_count;
    reader->seen = xcalloc(most, sizeof *reader->seen);
    r->run.row = xcalloc(most, sizeof *r->run.row);
    bool ok = read_array(reader, "rows", most, "row", read_row);
    run_set_columns(&r->run);
    return ok;
}
