/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/terminal.h"
#include "output/views.h"

#include <stdlib.h>

static void write_below_table(const struct report *report, const char *program)
{
    enum { INDENT = 4 };
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        no_memory(1);
    notes_write(report, memory);
    conclusions_write(report, program, memory);
    fclose(memory);
    print_folded(text, 0, terminal_width(stdout), INDENT, stdout);
    free(text);
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
