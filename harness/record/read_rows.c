/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/parse.h"
#include "base/tuning.h"
#include "plan/modes.h"
#include "plan/scheme_set.h"
#include "record/read_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

bool reader_schemes(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    const json_t *array = json_object_get(r->lines.line[0], "schemes");
    size_t n = json_array_size(array);
    if (n < 1 || n > MAX_SCHEMES)
        return fail(reader->error, STATUS_INPUT, "%s:1: %zu schemes, expected 1 to %d",
                    reader->path, n, MAX_SCHEMES);
    r->schemes = xcalloc(n, sizeof *r->schemes);
    for (; r->scheme_count < n; r->scheme_count++) {
        struct scheme *scheme = &r->schemes[r->scheme_count];
        const json_t *json = json_array_get(array, r->scheme_count);
        scheme->built = true;
        if (!read_texts(json, scheme) || !is_new(r, scheme) ||
            !read_traits(json_object_get(json, "traits"), scheme) || !read_bytes(json, scheme))
            return reader_refuse(reader, 1, "scheme", r->scheme_count, field_text(json, "name"),
                                 "a member is missing or impossible, or its name occurs twice");
    }
    return true;
}

/* ---- read rows ---- */

enum { MAX_COLUMNS_READ = 1000, MAX_LENGTH = 1 << 26 };

/* What all rows of a column share. */
struct column {
    const struct list *list;
    const struct mode_spec *mode;
};

/* ---- the modes of a run ---- */

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

/* ---- lists ---- */

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

/* ---- columns ---- */

static bool read_column(const struct log_reader *reader, size_t c, struct column *columns)
{
    struct recorded_run *r = reader->run;
    const json_t *json = json_array_get(json_object_get(r->lines.line[0], "columns"), c);
    struct column *column = &columns[c];
    char name[160];
    snprintf(name, sizeof name, "%.20s %.24s %.40s", field_text(json, "piece"),
             field_text(json, "workload"), field_text(json, "mode"));
    column->mode = read_mode(&r->request.matrix.modes, json);
    if (!column->mode)
        return reader_refuse(reader, 1, "column", c, name,
                             "the mode or its working_set_kib is impossible");
    column->list = read_list(r->lists, json, mode_info(column->mode)->list);
    if (!column->list)
        return reader_refuse(
            reader, 1, "column", c, name,
            "a member of the list is missing, impossible or not as in another column");
    for (size_t other = 0; other < c; other++)
        if (columns[other].mode == column->mode && columns[other].list == column->list)
            return reader_refuse(reader, 1, "column", c, name, "it occurs twice");
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
        return fail(reader->error, STATUS_INPUT, "%s:1: there are no rows", reader->path);
    r->run.row = xcalloc(json_array_size(rows), sizeof *r->run.row);
    json_array_foreach (rows, i, json) {
        const char *fault = read_row(r, json, columns, n, seen);
        if (fault)
            return reader_refuse(reader, 1, "row", i, field_text(json, "scheme"), fault);
    }
    return true;
}

bool reader_rows(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    size_t n = json_array_size(json_object_get(r->lines.line[0], "columns"));
    if (n < 1 || n > MAX_COLUMNS_READ)
        return fail(reader->error, STATUS_INPUT, "%s:1: %zu columns, expected 1 to %d",
                    reader->path, n, MAX_COLUMNS_READ);
    struct column *columns = xcalloc(n, sizeof *columns);
    bool *seen = xcalloc(n * r->scheme_count, sizeof *seen), ok = true;
    for (size_t c = 0; ok && c < n; c++)
        ok = read_column(reader, c, columns);
    ok = ok && read_rows(reader, columns, n, seen);
    free(columns);
    free(seen);
    return ok;
}
