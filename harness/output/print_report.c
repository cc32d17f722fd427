/* SPDX-License-Identifier: MIT */
#include "output/views.h"

void report_print(const struct report *report, enum format format, const struct view *view,
                  const char *program)
{
    switch (format) {
    case FORMAT_TABLE:
        terminal_write(report, view, stdout);
        notes_write(report, stdout);
        conclusions_write(report, program, stdout);
        break;
    case FORMAT_MARKDOWN:
        markdown_write(report, view, stdout);
        break;
    case FORMAT_CSV:
        csv_write(report, stdout);
        break;
    case FORMAT_JSON:
        json_write(report, stdout);
        break;
    }
}
