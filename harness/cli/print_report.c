/* SPDX-License-Identifier: MIT */
#include "cli/print_report.h"
#include "base/json_memory.h"
#include "output/conclusions.h"
#include "output/crc32.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/notes.h"
#include "output/terminal.h"

#include <inttypes.h>

/* Prints the JSON. That of a recorded run has a CSV beside it, whose checksum it contains. Other
 * errors than those of memory are errors of stdout, which main() reports. */
static bool print_json(const struct report *report)
{
    FILE *csv = report->recorded ? tmpfile() : NULL;
    char crc[9] = "";
    bool ok = !report->recorded || (csv && csv_write(report, csv));
    if (ok && csv) {
        rewind(csv);
        snprintf(crc, sizeof crc, "%08" PRIx32, crc32_of_file(csv));
    }
    if (csv)
        fclose(csv);
    return ok && (json_write(report, *crc ? crc : NULL, stdout) || json_memory_ok());
}

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
        return print_json(report);
    }
    return false;
}
