/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "output/views.h"
#include "record/read_log.h"

void print_report(const struct report *report, const struct options *options)
{
    switch (options->format) {
    case FORMAT_TABLE:
        terminal_write(report->run, options->top, stdout);
        notes_write(report, stdout);
        conclusions_write(report, options->run.program, stdout);
        break;
    case FORMAT_MARKDOWN:
        markdown_write(report->run, stdout);
        break;
    case FORMAT_CSV:
        csv_write(report, stdout);
        break;
    case FORMAT_JSON:
        json_write(report, stdout);
        break;
    case FORMAT_NONE:
        break;
    }
}

/* ---- command summarize ---- */

bool command_summarize(const struct options *options, struct error *error)
{
    struct recorded_run *run = recorded_run_read(options->result, error);
    if (!run)
        return false;
    log_note_faults(options->result, &run->lines);
    bool ok = recorded_run_conclude(run, error);
    if (ok)
        print_report(&run->report, options);
    recorded_run_free(run);
    return ok;
}
