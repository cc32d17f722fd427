/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/terminal.h"
#include "output/output.h"

#include <stdlib.h>

static void write_below_table(const struct report *report, const char *program)
{
    enum { INDENT = 4 };
    struct memory_file below;
    memory_file_open(&below);
    notes_write(report, below.out);
    conclusions_write(report, program, below.out);
    print_folded(memory_file_close(&below), 0, terminal_width(stdout), INDENT, stdout);
    free(below.text);
}

void report_print(const struct report *report, enum format format,
                  const struct table_options *options, const char *program)
{
    switch (format) {
    case FORMAT_TABLE:
        terminal_write(report, options, stdout);
        write_below_table(report, program);
        break;
    case FORMAT_MARKDOWN:
        markdown_write(report, options, stdout);
        break;
    case FORMAT_CSV:
        csv_write(report, stdout);
        break;
    case FORMAT_JSON:
        json_write(report, stdout);
        break;
    }
}
