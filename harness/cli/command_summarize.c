/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "output/output.h"
#include "record/run_log.h"

bool command_summarize(const struct options *options, struct error *error)
{
    struct recorded_run *run = recorded_run_read(options->log, error);
    if (!run)
        return false;
    log_note_faults(options->log, &run->lines);
    bool ok = recorded_run_conclude(run, error) &&
              run_select(&run->run, &options->selection, error) &&
              tables_check(&run->result, options->table, error);
    if (ok)
        result_print(&run->result, options->format, &options->table, options->run.program);
    recorded_run_free(run);
    return ok;
}
