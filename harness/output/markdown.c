/* SPDX-License-Identifier: MIT */
#include "output/markdown.h"
#include "base/text.h"
#include "output/table.h"
#include "plan/scheme_set.h"

static void print_head(const struct table *table, FILE *out)
{
    fprintf(out, "| rank | scheme | tables |");
    for (size_t c = 0; c < table->column_count; c++) {
        const struct row *column = &table->column[c]->planned;
        char text[16];
        const char *size = table_size_text(table->column[c], text);
        fprintf(out, " %s %s", piece_names[column->list->piece], column->mode->name);
        fprintf(out, *size ? " (%s) |" : "%s |", size);
    }
    fprintf(out, "\n|--:|---|--:|");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "--:|");
    fprintf(out, "\n");
}

static void print_row(const struct table *table, const struct table_row *row, FILE *out)
{
    const struct measured_row *first = row->first;
    const char *mark = table_streamed_mark(row);
    char rank[64], bytes[16], text[128];
    fprintf(out, "| %s | ", table_rank_text(row, rank));
    markdown_name(first->planned.scheme->name, out);
    fprintf(out, "%s%s | %s |", *mark ? " " : "", mark,
            bytes_text(scheme_bytes(first->planned.scheme), bytes));
    for (size_t c = 0; c < table->column_count; c++) {
        const char *bold = table_is_best(row->cell[c]) ? "**" : "";
        fprintf(out, " %s", bold);
        markdown_text(c == 0 && first->planned.status == ROW_UNSUPPORTED
                          ? table_unsupported_text(first, text)
                          : table_cell_text(row->cell[c], text),
                      out);
        fprintf(out, "%s |", bold);
    }
    fprintf(out, "\n");
}

static void print_table(const struct table *table, FILE *out)
{
    print_head(table, out);
    for (size_t i = 0; i < table->row_count; i++)
        print_row(table, &table->row[i], out);
    if (*table_footnote(table))
        fprintf(out, "\n%s", table_footnote(table));
}

void markdown_write(const struct run *run, FILE *out)
{
    tables_print(run, "**bold**", ALL_ROWS, print_table, out);
}
