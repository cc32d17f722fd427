/* SPDX-License-Identifier: MIT */
#include "base/parse.h"
#include "cli/commands.h"
#include "output/views.h"
#include "record/read_log.h"

#include <string.h>

/* Fails with STATUS_USAGE if the run lacks what tables are sorted by or compared with. */
static bool check_view(const struct recorded_run *run, const struct options *options,
                       struct error *error)
{
    const char *sort = options->table.sort, *base = options->table.relative_to;
    const char *near = NULL, *near_piece = NULL;
    bool has_base = !base;
    for_each_row (row, &run->run) {
        const char *name = row->planned.scheme->name;
        has_base = has_base || !strcmp(name, base);
        near = has_base ? NULL : nearer_name(base, strlen(base), near, name);
        if (sort)
            near_piece = nearer_name(sort, strcspn(sort, " "), near_piece, piece_head(row));
    }
    if (!has_base)
        return fail(error, STATUS_USAGE, "--relative-to: the tables have no scheme %s", base) ||
               suggest(near, error, "; --all prints all");
    return !sort || table_has_column(&run->run, sort) ||
           fail(error, STATUS_USAGE, "--sort: no column is named '%s'", sort) ||
           suggest(near_piece, error,
                   ", expected one of the table's, such as 'HCE warm', or a piece and a mode, such "
                   "as 'queen latency'");
}

bool command_summarize(const struct options *options, struct error *error)
{
    struct recorded_run *run = recorded_run_read(options->log, error);
    if (!run)
        return false;
    log_note_faults(options->log, &run->lines);
    bool ok = recorded_run_conclude(run, error) &&
              run_select(&run->run, &options->selection, error) && check_view(run, options, error);
    if (ok)
        report_print(&run->report, options->format, &options->table, options->run.program);
    recorded_run_free(run);
    return ok;
}
