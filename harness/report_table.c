/* SPDX-License-Identifier: MIT */
#include "report.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = ASKED * MODES };

struct line { /* a scheme */
    const struct row *cell[MAX_COLUMNS];
};

struct sheet { /* one workload; its columns are pieces and modes, in order of the rows */
    const struct row *column[MAX_COLUMNS]; /* any row of it */
    size_t columns, lines;
    struct line *line;
};

/* Mocks first, then by the first column, then what has no figure. */
static int compare_lines(const void *a, const void *b)
{
    const struct row *x = ((const struct line *)a)->cell[0], *y = ((const struct line *)b)->cell[0];
    bool mock_x = x->scheme->traits & MOCK, mock_y = y->scheme->traits & MOCK;
    if (mock_x != mock_y)
        return mock_y - mock_x;
    if ((x->status == ROW_OK) != (y->status == ROW_OK))
        return (y->status == ROW_OK) - (x->status == ROW_OK);
    if (x->status != ROW_OK)
        return (int)x->status - (int)y->status;
    return (x->cycles.mid > y->cycles.mid) - (x->cycles.mid < y->cycles.mid);
}

static struct sheet make_sheet(const struct rows *rows, const char *workload)
{
    struct sheet sheet = {.line = calloc(rows->n + 1, sizeof *sheet.line)};
    if (!sheet.line)
        abort();
    const struct scheme *scheme = NULL;
    for (size_t i = 0, column = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        if (strcmp(row->workload->name, workload))
            continue;
        if (row->scheme != scheme) {
            scheme = row->scheme;
            sheet.lines++;
            column = 0;
        }
        sheet.column[column] = row;
        sheet.line[sheet.lines - 1].cell[column++] = row;
        sheet.columns = column > sheet.columns ? column : sheet.columns;
    }
    qsort(sheet.line, sheet.lines, sizeof *sheet.line, compare_lines);
    return sheet;
}

/* The places that the scheme may have in the first column: "4", or "2-5" where intervals tell no more. */
static const char *rank_text(const struct line *line, char text[static 64])
{
    const struct standing *standing = &line->cell[0]->standing;
    if (!standing->rank)
        return "";
    size_t end = (size_t)snprintf(text, 64, "%zu", standing->rank);
    if (standing->last != standing->rank)
        snprintf(text + end, 64 - end, "-%zu", standing->last);
    return text;
}

/* Two digits of the half-width are all that it can tell. */
static int digits_of(const struct row *row)
{
    double half = (row->cycles.hi - row->cycles.lo) / 2;
    return row->cycles.mid >= 99.95 || half >= 0.0995 ? half >= 9.95 ? 0 : 1 : 2;
}

/* "3.21±0.02*": median cycles, half of the 95 % interval, and * for the best or tied with it. */
static const char *cell_text(const struct row *row, const char *best, char text[static 128])
{
    if (row->status != ROW_OK)
        return row->status == ROW_UNSUPPORTED ? "-" : report_status(row, text);
    int digits = digits_of(row);
    bool is_best = row->standing.tied_with_best;
    char half[32] = "";
    if (isfinite(row->cycles.lo))
        snprintf(half, sizeof half, "±%.*f", digits, (row->cycles.hi - row->cycles.lo) / 2);
    snprintf(text, 128, "%s%.*f%s%s", is_best ? best : "", digits, row->cycles.mid, half,
             !is_best ? ""
             : *best  ? best
                      : "*");
    return text;
}

/* printf pads by bytes; ± takes two. */
static void print_right(const char *text, int width, FILE *out)
{
    int extra = strstr(text, "±") != NULL;
    fprintf(out, "%*s", width + extra, text);
}

static void print_terminal(const struct sheet *sheet, FILE *out)
{
    int width = 13;
    for (size_t c = 0; c < sheet->columns; c++) {
        int needed = (int)strlen(mode_names[sheet->column[c]->mode]) + 2;
        width = needed > width ? needed : width;
    }
    fprintf(out, "%6s %-26s %8s", "", "", "");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "%*s", width, piece_names[sheet->column[c]->workload->piece]);
    fprintf(out, "\n%6s %-26s %8s", "rank", "scheme", "tables");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "%*s", width, mode_names[sheet->column[c]->mode]);
    fprintf(out, "\n");
    for (size_t i = 0; i < sheet->lines; i++) {
        const struct row *first = sheet->line[i].cell[0];
        char text[128];
        fprintf(out, "%6s ", rank_text(&sheet->line[i], text));
        fprintf(out, "%-26s %8s", first->scheme->name,
                bytes_text(first->scheme->table_bytes[QUEEN], text));
        if (first->status == ROW_UNSUPPORTED)
            fprintf(out, "   %s", report_status(first, text));
        for (size_t c = 0; first->status != ROW_UNSUPPORTED && c < sheet->columns; c++)
            print_right(cell_text(sheet->line[i].cell[c], "", text), width, out);
        fprintf(out, "\n");
    }
}

static void print_markdown(const struct sheet *sheet, FILE *out)
{
    fprintf(out, "| rank | scheme | tables |");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, " %s %s |", piece_names[sheet->column[c]->workload->piece],
                mode_names[sheet->column[c]->mode]);
    fprintf(out, "\n|--:|---|--:|");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "--:|");
    fprintf(out, "\n");
    for (size_t i = 0; i < sheet->lines; i++) {
        const struct row *first = sheet->line[i].cell[0];
        char text[128];
        fprintf(out, "| %s ", rank_text(&sheet->line[i], text));
        fprintf(out, "| `%s` | %s |", first->scheme->name,
                bytes_text(first->scheme->table_bytes[QUEEN], text));
        for (size_t c = 0; c < sheet->columns; c++)
            fprintf(out, " %s |",
                    c == 0 && first->status == ROW_UNSUPPORTED
                        ? report_status(first, text)
                        : cell_text(sheet->line[i].cell[c], "**", text));
        fprintf(out, "\n");
    }
}

/* "Core cycles per query (65536 queries), per move (1300 games), on `games`; ..." */
static void print_caption(const struct sheet *sheet, const char *best, FILE *out)
{
    static const char *const units[LIST_KINDS] = {"per query (%zu queries)",
                                                  "per board (%zu boards)", "per move (%zu games)"};
    bool said[LIST_KINDS] = {false};
    fprintf(out, "Core cycles");
    for (size_t c = 0; c < sheet->columns; c++) {
        const struct workload *w = sheet->column[c]->workload;
        if (!said[w->kind]) {
            fputs(c ? ", " : " ", out);
            fprintf(out, units[w->kind], w->n);
        }
        said[w->kind] = true;
    }
    fprintf(out,
            " on `%s`; ± 95 %% interval; %s best, or not told apart from it;\n"
            "rank: the places that the first column's intervals leave open\n\n",
            sheet->column[0]->workload->name, best);
}

static void for_each_sheet(const struct rows *rows, const char *best,
                           void (*print)(const struct sheet *, FILE *), FILE *out)
{
    const char *seen[MAX_WORKLOADS];
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const char *name = rows->row[i].workload->name;
        bool known = false;
        for (size_t j = 0; j < n; j++)
            known = known || !strcmp(seen[j], name);
        if (known)
            continue;
        struct sheet sheet = make_sheet(rows, seen[n++] = name);
        print_caption(&sheet, best, out);
        print(&sheet, out);
        free(sheet.line);
    }
}

void report_table(const struct rows *rows, FILE *out)
{
    for_each_sheet(rows, "*", print_terminal, out);
}

void report_markdown(const struct rows *rows, FILE *out)
{
    for_each_sheet(rows, "**bold**", print_markdown, out);
}
