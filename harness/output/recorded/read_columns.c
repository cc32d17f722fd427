/* SPDX-License-Identifier: MIT */
#include "base/parse.h"
#include "base/tuning.h"
#include "output/recorded/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS_READ = 1000, MAX_LENGTH = 1 << 26 };

/* What all rows of a column share. */
struct column {
    const struct list *list;
    const struct mode_spec *mode;
};

/* ---- modes ---- */

/* Returns the mode of this name, which is added if it is new; NULL if there cannot be such a mode,
 * or if another column gives it another size. */
static const struct mode_spec *read_mode(struct modes *modes, const json_t *json)
{
    struct modes one;
    struct error ignored;
    uint64_t kib = 0;
    const char *name = reader_text(json, "mode");
    size_t m = modes_find(modes, name);
    if (!modes_parse(name, &one, &ignored) || strcmp(one.mode[0].name, name) != 0 ||
        (m == MAX_MODES && modes->n == MAX_MODES))
        return NULL;
    if (mode_table[one.mode[0].kind].cold_cache &&
        (!reader_whole(json, "working_set_kib", MAX_WORKING_SET_KIB, &kib) ||
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
    return reader_copy_text(json, "workload", list->name, sizeof list->name) && *list->name &&
           (perft || workload_parse(list->name, &list->spec, &ignored));
}

static bool parse_list(const json_t *json, struct list *list)
{
    struct error ignored;
    uint64_t length;
    const char *checksum = reader_text(json, "checksum");
    if (!reader_whole(json, "list_length", MAX_LENGTH, &length))
        return false;
    list->piece = reader_piece(reader_text(json, "piece"));
    list->n = list->distinct = (size_t)length;
    list->mean_occupied = reader_number(json_object_get(json, "mean_occupied"), 0, 64);
    list->mean_lookups = reader_number(json_object_get(json, "lookups_per_step"), 0, 1e6);
    return list->piece < ROW_PIECES && length && isfinite(list->mean_occupied) &&
           !isinf(list->mean_lookups) && read_workload_name(json, list) &&
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

static bool read_column(const struct result_reader *reader, size_t c, struct column *columns)
{
    struct recorded_result *r = reader->result;
    const json_t *json = json_array_get(json_object_get(r->json, "columns"), c);
    struct column *column = &columns[c];
    char name[160];
    snprintf(name, sizeof name, "%.20s %.24s %.40s", reader_text(json, "piece"),
             reader_text(json, "workload"), reader_text(json, "mode"));
    column->mode = read_mode(&r->request.matrix.modes, json);
    if (!column->mode)
        return reader_refuse(reader, "column", c, name,
                             "the mode or its working_set_kib is impossible");
    column->list = read_list(r->lists, json, mode_table[column->mode->kind].list);
    if (!column->list)
        return reader_refuse(
            reader, "column", c, name,
            "a member of the list is missing, impossible or not as in another column");
    for (size_t other = 0; other < c; other++)
        if (columns[other].mode == column->mode && columns[other].list == column->list)
            return reader_refuse(reader, "column", c, name, "it occurs twice");
    return true;
}

/* Returns the index of a scheme; the number of schemes if there is none. */
static size_t find_scheme(const struct recorded_result *r, const char *name)
{
    size_t s = 0;
    while (s < r->scheme_count && strcmp(r->schemes[s].name, name) != 0)
        s++;
    return s;
}

/* Sets cells[s * columns + c] to the row of scheme s in column c. */
static bool find_rows(const struct result_reader *reader, size_t c, size_t columns,
                      const json_t **cells)
{
    const struct recorded_result *r = reader->result;
    const json_t *column = json_array_get(json_object_get(r->json, "columns"), c);
    json_t *row;
    size_t i;
    const json_t *rows = json_object_get(column, "rows");
    if (!json_array_size(rows))
        return fail(reader->error, STATUS_INPUT, "%s: column %zu has no rows", reader->path, c + 1);
    json_array_foreach (rows, i, row) {
        const char *name = reader_text(row, "scheme");
        size_t s = find_scheme(r, name);
        if (s == r->scheme_count || cells[s * columns + c])
            return fail(reader->error, STATUS_INPUT, "%s: column %zu: scheme %.60s %s",
                        reader->path, c + 1, name,
                        s == r->scheme_count ? "is none of schemes" : "occurs twice");
        cells[s * columns + c] = row;
    }
    return true;
}

/* Reads the rows scheme by scheme, whatever their order in the file. */
static bool read_rows(const struct result_reader *reader, const struct column *columns, size_t n,
                      const json_t **cells)
{
    struct recorded_result *r = reader->result;
    size_t count = 0;
    for (size_t i = 0; i < r->scheme_count * n; i++)
        count += cells[i] != NULL;
    r->run.row = calloc(count, sizeof *r->run.row);
    for (size_t i = 0; r->run.row && i < r->scheme_count * n; i++) {
        const struct column *column = &columns[i % n];
        struct measured_row *row = &r->run.row[r->run.n];
        if (!cells[i])
            continue;
        row->planned =
            (struct row){.scheme = &r->schemes[i / n], .list = column->list, .mode = column->mode};
        r->run.n++;
        if (json_object_get(cells[i], "process_cycles") &&
            !reader_make_processes(row, r->run.processes_ended))
            return reader_no_memory(reader);
        const char *fault = reader_row(reader, cells[i], row);
        if (fault)
            return fail(reader->error, STATUS_INPUT, "%s: column %zu: scheme %.60s: %s",
                        reader->path, i % n + 1, r->schemes[i / n].name, fault);
    }
    return r->run.row || reader_no_memory(reader);
}

bool reader_columns(const struct result_reader *reader)
{
    struct recorded_result *r = reader->result;
    size_t n = json_array_size(json_object_get(r->json, "columns"));
    if (n < 1 || n > MAX_COLUMNS_READ)
        return fail(reader->error, STATUS_INPUT, "%s: %zu columns, expected 1 to %d", reader->path,
                    n, MAX_COLUMNS_READ);
    struct column *columns = calloc(n, sizeof *columns);
    const json_t **cells = calloc(n * r->scheme_count, sizeof *cells);
    bool ok = (columns && cells) || reader_no_memory(reader);
    for (size_t c = 0; ok && c < n; c++)
        ok = read_column(reader, c, columns) && find_rows(reader, c, n, cells);
    ok = ok && read_rows(reader, columns, n, cells);
    free(columns);
    free(cells);
    return ok;
}
