/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/terminal.h"
#include "output/output.h"

#include <stdlib.h>

static void write_below_table(const struct result *result, const char *program)
{
    enum { INDENT = 4 };
    struct memory_file below;
    memory_file_open(&below);
    notes_write(result, below.out);
    conclusions_write(result, program, below.out);
    print_folded(memory_file_close(&below), 0, terminal_width(stdout), INDENT, stdout);
    free(below.text);
}

void result_print(const struct result *result, enum format format,
                  const struct table_options *options, const char *program)
{
    switch (format) {
    case FORMAT_TABLE:
        terminal_write(result, options, stdout);
        write_below_table(result, program);
        break;
    case FORMAT_MARKDOWN:
        markdown_write(result, options, stdout);
        break;
    case FORMAT_CSV:
        csv_write(result, stdout);
        break;
    case FORMAT_JSON:
        json_write(result, stdout);
        break;
    }
}
