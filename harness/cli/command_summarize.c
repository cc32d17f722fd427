/* SPDX-License-Identifier: MIT */
#include "cli/command_summarize.h"
#include "base/json_memory.h"
#include "cli/commands.h"
#include "output/conclusions.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/notes.h"
#include "output/table.h"
#include "record/read_log.h"

bool print_report(const struct report *report, const struct options *options)
{
    switch (options->format) {
    case FORMAT_TABLE:
        if (!terminal_write(report->run, options->top, stdout))
            return false;
        notes_write(report, stdout);
        conclusions_write(report, options->run.program, stdout);
        return true;
    case FORMAT_MARKDOWN:
        return markdown_write(report->run, stdout);
    case FORMAT_CSV:
        return csv_write(report, stdout);
    case FORMAT_NONE:
        return true;
    case FORMAT_JSON:
        return json_write(report, stdout) || json_memory_ok(); /* main() reports stdout */
    }
    return false;
}

/* ---- command summarize ---- */

/* `slidebench summarize`: prints the log of a run as bench did. */

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
