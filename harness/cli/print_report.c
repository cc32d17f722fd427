/* SPDX-License-Identifier: MIT */
#include "cli/print_report.h"
#include "base/json_memory.h"
#include "output/conclusions.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/notes.h"
#include "output/terminal.h"

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
