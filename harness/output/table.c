/* SPDX-License-Identifier: MIT
 * What tables contain: lines, columns, their order and names. print_table.c lays them out. */
#include "output/table.h"
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/text.h"
#include "plan/matrix.h"
#include "plan/profiles.h"
#include "well_known.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- names of columns ---- */

bool is_nnue_cold(const struct result *result, const struct column *column)
{
    const struct profile *nnue = &profiles[PROFILE_NNUE];
    return column->list->piece == nnue->piece && mode_is(column->mode, nnue->mode, result->machine);
}

const char *piece_head(const struct column *column)
{
    enum piece piece = column->list->piece;
    return piece == MIX_NNUE ? "NNUE" : piece == MIX_HCE ? "HCE" : piece_names[piece];
}

const char *mode_head(const struct result *result, const struct column *column)
{
    const struct mode_spec *mode = column->mode;
    return mode->kind == MODE_THROUGHPUT  ? "warm"
           : mode->kind == MODE_LATENCY   ? "chain"
           : is_nnue_cold(result, column) ? "cold"
                                          : mode->name;
}

/* Returns whether `name` names the column: "queen", "chain", "queen warm" or "mix-nnue
 * burst-L2-16". */
static bool is_column_named(const struct result *result, const struct column *column,
                            const char *name)
{
    const char *pieces[] = {piece_head(column), piece_names[column->list->piece]},
               *modes[] = {mode_head(result, column), column->mode->name};
    for (size_t i = 0; i < 4; i++) {
        char full[64];
        snprintf(full, sizeof full, "%s %s", pieces[i / 2], modes[i % 2]);
        if (!strcasecmp(name, pieces[i / 2]) || !strcasecmp(name, modes[i % 2]) ||
            !strcasecmp(name, full))
            return true;
    }
    return false;
}

static bool is_of_default_run(const struct result *result, const struct column *column)
{
    return matrix_default_has(column->list, column->mode, result->machine);
}

/* Returns the column of this name, if possible one that a default run has; NULL: there is none. */
static const struct column *column_named(const struct result *result, const char *name)
{
    const struct column *found = NULL;
    for_each_column (column, result->run)
        if (is_column_named(result, column, name) &&
            (!found || (is_of_default_run(result, column) && !is_of_default_run(result, found))))
            found = column;
    return found;
}

/* ---- what each table has ---- */

static bool is_shown(const struct result *result, const struct column *column,
                     const struct table_options *options)
{
    return options->all_columns || is_of_default_run(result, column) ||
           (options->sort && column == column_named(result, options->sort));
}

/* Orders lines: mocks first, then results by their cycles, then rows without a result by status.
 * Equal lines keep the order of the run. */
static int compare_rows(const void *a, const void *b)
{
    const struct measured_row *x = ((const struct table_line *)a)->first,
                              *y = ((const struct table_line *)b)->first;
    int order;
    bool mock_x = x->planned.scheme->traits & MOCK, mock_y = y->planned.scheme->traits & MOCK;
    if (mock_x != mock_y)
        return mock_y - mock_x;
    if (x->planned.status != ROW_OK || y->planned.status != ROW_OK)
        order = (int)x->planned.status - (int)y->planned.status;
    else
        order = (x->cycles.mid > y->cycles.mid) - (x->cycles.mid < y->cycles.mid);
    return order ? order : (x > y) - (x < y);
}

/* Returns the index of the row's column; column_count if the table lacks it. */
static size_t index_of_column(const struct table *table, const struct measured_row *row)
{
    size_t c = 0;
    while (c < table->column_count && table->column[c] != row->column)
        c++;
    return c;
}

/* Returns the kind of table that has the column. "NNUE cold" is in the table of THROUGHPUT, next to
 * the columns by which other engines choose. */
static enum mode table_kind(const struct result *result, const struct column *column)
{
    return is_nnue_cold(result, column) ? mode_table[MODE_THROUGHPUT].table
                                        : mode_info(column->mode)->table;
}

/* Returns the index of the column by which to sort lines: the column of this name, or else "NNUE
 * cold", or else the first column. */
static size_t sort_column(const struct table *table, const char *name)
{
    for (size_t c = 0; name && c < table->column_count; c++)
        if (is_column_named(table->result, table->column[c], name))
            return c;
    for (size_t c = 0; c < table->column_count; c++)
        if (is_nnue_cold(table->result, table->column[c]))
            return c;
    return 0;
}

/* Sets the columns of the table that contains column `of`. */
static void find_columns(struct table *table, const struct column *of,
                         const struct table_options *options)
{
    const struct result *result = table->result;
    for_each_column (column, result->run)
        if (!strcmp(column->list->name, of->list->name) &&
            table_kind(result, column) == table_kind(result, of) &&
            is_shown(result, column, options))
            table->column[table->column_count++] = column;
}

/* Makes and sorts the lines of a table. The rows of one scheme follow each other in the run. */
static void find_lines(struct table *table, const char *sort)
{
    const struct run *run = table->result->run;
    const struct scheme *scheme = NULL;
    table->line = xcalloc(run->n, sizeof *table->line);
    for_each_row (row, run) {
        const size_t c = index_of_column(table, row);
        if (c == table->column_count)
            continue;
        if (row->planned.scheme != scheme) {
            scheme = row->planned.scheme;
            table->line[table->line_count++].first = row;
        }
        table->line[table->line_count - 1].cell[c] = row;
    }
    table->sort = sort_column(table, sort);
    for (size_t i = 0; i < table->line_count; i++) {
        struct table_line *line = &table->line[i];
        if (line->cell[table->sort])
            line->first = line->cell[table->sort];
        if (table->base_name && !strcmp(line->first->planned.scheme->name, table->base_name))
            table->base = *line;
    }
    qsort(table->line, table->line_count, sizeof *table->line, compare_rows);
}

/* Returns whether the line is a twin's that differs from its original in no column. */
static bool is_equal_twin(const struct table *table, const struct table_line *line)
{
    if (!line->first->planned.scheme->twin)
        return false;
    for (size_t c = 0; c < table->column_count; c++) {
        const struct measured_row *cell = line->cell[c];
        if (cell &&
            (cell->planned.status != ROW_OK || twin_gap(twin_ratio(table->result->run, cell)) > 0))
            return false;
    }
    return true;
}

/* Returns whether the line has the best scheme of some column. */
static bool has_best(const struct table *table, const struct table_line *line)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (line->cell[c] &&
            line->cell[c] == choice_of_role(table->result->run, table->column[c], ROLE_BEST))
            return true;
    return false;
}

/* Unless all lines are wanted, hides controls, because the notes say how they were measured; twins
 * that differ from their originals in no column; and the schemes after the first `top`. But keeps
 * mocks, schemes that every table shows, the best one of each column and the user's own. */
static void hide_lines(struct table *table, size_t top)
{
    size_t kept = 0, seen = 0, controls = 0;
    for (size_t i = 0; i < table->line_count; i++) {
        const struct scheme *scheme = table->line[i].first->planned.scheme;
        if (top != ALL_ROWS && scheme->delay)
            controls++;
        else if (top != ALL_ROWS && is_equal_twin(table, &table->line[i]))
            table->twins++;
        else if (scheme->traits & MOCK || seen++ < top || is_compared_scheme(scheme) ||
                 is_own_scheme(scheme) || has_best(table, &table->line[i])) {
            table->line[kept++] = table->line[i];
            table->top = seen <= top ? kept : table->top;
        }
    }
    table->hidden = table->line_count - kept - table->twins - controls;
    table->line_count = kept;
}

void tables_print(const struct result *result, struct table_options options,
                  void (*print)(const struct table *table, FILE *out), FILE *out)
{
    options.all_columns |= !result->request->full;
    size_t tables = 0, left_out = 0;
    for_each_column (column, result->run) {
        struct table table = {.result = result, .base_name = options.relative_to};
        left_out += !is_shown(result, column, &options);
        find_columns(&table, column, &options);
        if (table.column[0] != column)
            continue; /* the column is not shown, or was shown in an earlier table */
        if (tables++)
            fprintf(out, "\n");
        find_lines(&table, options.sort);
        hide_lines(&table, options.top);
        print(&table, out);
        free(table.line);
    }
    if (left_out)
        fprintf(out,
                "\n%zu more column%s: --all, or some by --pieces, --workloads, --modes, as in "
                "--modes replay\n",
                left_out, plural(left_out));
}

/* ---- options ---- */

/* Fails with STATUS_USAGE if the run has no column of this name. */
static bool check_sort(const struct result *result, const char *sort, struct error *error)
{
    const char *near_piece = NULL;
    char name[64], near[64] = "", example[64] = "";
    if (column_named(result, sort))
        return true;
    for_each_column (column, result->run) {
        const char *modes[] = {mode_head(result, column), column->mode->name};
        snprintf(example, sizeof example, "%s %s", piece_head(column), modes[0]);
        near_piece = nearer_name(sort, strcspn(sort, " "), near_piece, piece_head(column));
        for (size_t i = 0; i < 2; i++) {
            snprintf(name, sizeof name, "%s %s", piece_head(column), modes[i]);
            if (nearer_name(sort, strlen(sort), *near ? near : NULL, name) == name)
                strcpy(near, name);
        }
    }
    return fail(error, STATUS_USAGE, "--sort: no column is named '%s'", sort) ||
           suggest(*near ? near : near_piece, error, ", expected one of the run, such as '%s'",
                   example);
}

bool tables_check(const struct result *result, struct table_options options, struct error *error)
{
    const char *base = options.relative_to, *near = NULL;
    bool has_base = !base;
    for_each_row (row, result->run) {
        const char *name = row->planned.scheme->name;
        has_base = has_base || !strcmp(name, base);
        near = has_base ? NULL : nearer_name(base, strlen(base), near, name);
    }
    if (!has_base)
        return fail(error, STATUS_USAGE, "--relative-to: the tables have no scheme %s", base) ||
               suggest(near, error, ", expected one of the selected schemes");
    return !options.sort || check_sort(result, options.sort, error);
}
