/* SPDX-License-Identifier: MIT */
#include "base/parse.h"
#include "output/table.h"
#include "plan/matrix.h"
#include "plan/profiles.h"

#include <string.h>
#include <strings.h>

bool is_nnue_cold(const struct report *report, const struct measured_row *row)
{
    const struct profile *nnue = &profiles[PROFILE_NNUE];
    return row->planned.list->piece == nnue->piece &&
           mode_is(row->planned.mode, nnue->mode, report->machine);
}

bool is_shown_column(const struct report *report, const struct measured_row *row,
                     const struct table_options *options)
{
    return options->all_columns ||
           is_use_of_engines(row->planned.list, row->planned.mode, report->machine);
}

const char *piece_head(const struct measured_row *column)
{
    enum piece piece = column->planned.list->piece;
    return piece == MIX_NNUE ? "NNUE" : piece == MIX_HAND_MADE ? "HCE" : piece_names[piece];
}

const char *mode_head(const struct report *report, const struct measured_row *column)
{
    const struct mode_spec *mode = column->planned.mode;
    return mode->kind == MODE_THROUGHPUT  ? "warm"
           : mode->kind == MODE_LATENCY   ? "chain"
           : is_nnue_cold(report, column) ? "cold"
                                          : mode->name;
}

bool is_column_named(const struct report *report, const struct measured_row *column,
                     const char *name)
{
    const char *pieces[] = {piece_head(column), piece_names[column->planned.list->piece]},
               *modes[] = {mode_head(report, column), column->planned.mode->name};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(pieces[i]);
        if (strncasecmp(name, pieces[i], length))
            continue;
        const char *rest = name + length;
        if (!*rest ||
            (*rest == ' ' && (!strcasecmp(rest + 1, modes[0]) || !strcasecmp(rest + 1, modes[1]))))
            return true;
    }
    return false;
}

/* Fails with STATUS_USAGE if the tables have no column of this name. */
static bool check_sort(const struct report *report, const struct table_options *options,
                       struct error *error)
{
    const char *sort = options->sort, *near_piece = NULL;
    char name[64], near[64] = "";
    bool is_hidden = false;
    for_each_row (row, report->run) {
        const char *modes[] = {mode_head(report, row), row->planned.mode->name};
        if (is_column_named(report, row, sort) && is_shown_column(report, row, options))
            return true;
        is_hidden = is_hidden || is_column_named(report, row, sort);
        near_piece = nearer_name(sort, strcspn(sort, " "), near_piece, piece_head(row));
        for (size_t i = 0; i < 2; i++) {
            snprintf(name, sizeof name, "%s %s", piece_head(row), modes[i]);
            if (nearer_name(sort, strlen(sort), *near ? near : NULL, name) == name)
                strcpy(near, name);
        }
    }
    if (is_hidden)
        return fail(error, STATUS_USAGE, "--sort: only --all prints the column '%s'", sort);
    return fail(error, STATUS_USAGE, "--sort: no column is named '%s'", sort) ||
           suggest(*near ? near : near_piece, error,
                   ", expected one of the table's, such as 'HCE warm', or a piece and a mode, such "
                   "as 'queen latency'");
}

bool tables_check(const struct report *report, struct table_options options, struct error *error)
{
    const char *base = options.relative_to, *near = NULL;
    bool has_base = !base;
    for_each_row (row, report->run) {
        const char *name = row->planned.scheme->name;
        has_base = has_base || !strcmp(name, base);
        near = has_base ? NULL : nearer_name(base, strlen(base), near, name);
    }
    if (!has_base)
        return fail(error, STATUS_USAGE, "--relative-to: the tables have no scheme %s", base) ||
               suggest(near, error, "; --all prints all");
    options.all_columns |= !report->request->full;
    return !options.sort || check_sort(report, &options, error);
}
