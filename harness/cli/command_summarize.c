/* SPDX-License-Identifier: MIT
 * `slidebench summarize`: prints the log of a run as bench did. */
#include "cli/commands.h"
#include "cli/print_report.h"
#include "record/recorded_run.h"

bool command_summarize(const struct options *options, struct error *error)
{
    struct recorded_run *run = recorded_run_read(options->result, error);
    if (!run)
        return false;
    log_note_faults(options->result, &run->lines);
    bool ok = recorded_run_conclude(run, error) &&
              (print_report(&run->report, options) ||
               fail(error, STATUS_ENVIRONMENT, "no memory for the report"));
    recorded_run_free(run);
    return ok;
}
