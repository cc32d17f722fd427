/* SPDX-License-Identifier: MIT */
#include "output/report.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAX_COLUMNS = ROW_PIECES * MAX_MODES };

struct line { /* a scheme */
    const struct measured_row *first,
        *cell[MAX_COLUMNS]; /* cells are NULL for rows that a filter left out */
};

struct sheet { /* one workload and unit; its columns are pieces and modes, in order of the rows */
    const struct measured_row *column[MAX_COLUMNS]; /* any row of it */
    size_t columns, lines;
    struct line *line;
};

/* Mocks first, then by the first column, then what has no figure. */
static int compare_lines(const void *a, const void *b)
{
    const struct measured_row *x = ((const struct line *)a)->first,
                              *y = ((const struct line *)b)->first;
    bool mock_x = x->id.scheme->traits & MOCK, mock_y = y->id.scheme->traits & MOCK;
    if (mock_x != mock_y)
        return mock_y - mock_x;
    if ((x->id.status == ROW_OK) != (y->id.status == ROW_OK))
        return (y->id.status == ROW_OK) - (x->id.status == ROW_OK);
    if (x->id.status != ROW_OK)
        return (int)x->id.status - (int)y->id.status;
    return (x->cycles.mid > y->cycles.mid) - (x->cycles.mid < y->cycles.mid);
}

static size_t column_of(struct sheet *sheet, const struct measured_row *row)
{
    size_t c = 0;
    while (c < sheet->columns && (sheet->column[c]->id.workload->piece != row->id.workload->piece ||
                                  sheet->column[c]->id.mode != row->id.mode))
        c++;
    if (c == sheet->columns)
        sheet->column[sheet->columns++] = row;
    return c;
}

/* Modes that stand side by side: alike in what is counted and in what surrounds it. */
static unsigned group_of(enum mode mode)
{
    switch (mode) {
    case MODE_THROUGHPUT:
    case MODE_LATENCY:
        return 0;
    case MODE_REPLAY:
    case MODE_REPLAY_UPKEEP:
    case MODE_REPLAY_LOOKUPS:
        return 1;
    default:
        return 2 + (unsigned)mode;
    }
}

static bool same_sheet(const struct measured_row *a, const struct measured_row *b)
{
    return !strcmp(a->id.workload->name, b->id.workload->name) &&
           group_of(a->id.mode->kind) == group_of(b->id.mode->kind);
}

static struct sheet make_sheet(const struct run *run, const struct measured_row *like)
{
    struct sheet sheet = {.line = calloc(run->n + 1, sizeof *sheet.line)};
    const struct scheme *scheme = NULL;
    for (size_t i = 0; sheet.line && i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (!same_sheet(row, like))
            continue;
        if (row->id.scheme != scheme) {
            scheme = row->id.scheme;
            sheet.line[sheet.lines++].first = row;
        }
        sheet.line[sheet.lines - 1].cell[column_of(&sheet, row)] = row;
    }
    if (sheet.lines)
        qsort(sheet.line, sheet.lines, sizeof *sheet.line, compare_lines);
    return sheet;
}

/* The places that the scheme may have in the first column: "4", or "2-5" where intervals tell no more. */
static const char *rank_text(const struct line *line, char text[static 64])
{
    if (!line->cell[0] || !line->cell[0]->standing.rank)
        return "";
    const struct standing *standing = &line->cell[0]->standing;
    size_t end = (size_t)snprintf(text, 64, "%zu", standing->rank);
    if (standing->last != standing->rank)
        snprintf(text + end, 64 - end, "-%zu", standing->last);
    return text;
}

/* Two digits of the half-width are all that it can tell. */
static int digits_of(const struct measured_row *row)
{
    double half = (row->cycles.hi - row->cycles.lo) / 2;
    return row->cycles.mid >= 99.95 || half >= 0.0995 ? half >= 9.95 ? 0 : 1 : 2;
}

/* "3.21±0.02*": median cycles, half of the 95 % interval, and * for the best or tied with it. "slower": no figure, but slower than
 * the best. */
static const char *cell_text(const struct measured_row *row, const char *best,
                             char text[static 128])
{
    if (!row)
        return "";
    if (row->id.status == ROW_UNSUPPORTED)
        return "-";
    if (row->id.status == ROW_UNSTABLE && !row->in_doubt)
        return "slower";
    if (row->id.status != ROW_OK)
        return status_text(row, text);
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
static void print_right(const char *text, int width, bool emphasis, FILE *out)
{
    int extra = strstr(text, "±") != NULL;
    fprintf(out, "%s%*s%s", emphasis ? "\033[1;32m" : "", width + extra, text,
            emphasis ? "\033[m" : ""); /* bold and green */
}

/* Columns of the terminal behind this stream, 80 if it does not say; 0: none, or one that is to be left plain, see
 * https://no-color.org. */
static int terminal_width(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    struct winsize size;
    if (!isatty(fileno(out)) || (no_color && *no_color) || !kind || !strcmp(kind, "dumb"))
        return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

/* The first column's cycles, as lengths: BEST cells for the best of them, an arrow where there is no room. */
static void print_bar(const struct measured_row *row, double best, int room, FILE *out)
{
    enum { BEST = 2, MOST = 40 };
    if (!row || row->id.status != ROW_OK || room < 4 * BEST)
        return;
    double cells = BEST * row->cycles.mid / best;
    int most = room < MOST ? room : MOST, whole = (int)fmin(cells, most - 1);
    fputs("  ", out);
    for (int i = 0; i < whole; i++)
        fputs("━", out);
    fputs(cells > most ? "▶" : cells - whole >= 0.5 ? "╸" : "", out);
}

/* Of the first column's figures, mocks apart, the least; INFINITY: there are none. */
static double best_of(const struct sheet *sheet)
{
    double best = INFINITY;
    for (size_t i = 0; i < sheet->lines; i++) {
        const struct measured_row *row = sheet->line[i].cell[0];
        if (row && row->id.status == ROW_OK && !(row->id.scheme->traits & MOCK))
            best = fmin(best, row->cycles.mid);
    }
    return best;
}

static void print_terminal(const struct sheet *sheet, FILE *out)
{
    int width = 13, columns = terminal_width(out);
    double best = best_of(sheet);
    for (size_t c = 0; c < sheet->columns; c++) {
        int needed = (int)strlen(sheet->column[c]->id.mode->name) + 2;
        width = needed > width ? needed : width;
    }
    fprintf(out, "%6s %-26s %8s", "", "", "");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "%*s", width, piece_names[sheet->column[c]->id.workload->piece]);
    fprintf(out, "\n%6s %-26s %8s", "rank", "scheme", "tables");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "%*s", width, sheet->column[c]->id.mode->name);
    fprintf(out, "\n");
    for (size_t i = 0; i < sheet->lines; i++) {
        const struct measured_row *first = sheet->line[i].first;
        char text[128];
        fprintf(out, "%6s ", rank_text(&sheet->line[i], text));
        fprintf(out, "%-26s %8s", first->id.scheme->name,
                bytes_text(first->id.scheme->table_bytes[QUEEN], text));
        if (first->id.status == ROW_UNSUPPORTED)
            fprintf(out, "   %s", status_text(first, text));
        for (size_t c = 0; first->id.status != ROW_UNSUPPORTED && c < sheet->columns; c++) {
            const struct measured_row *row = sheet->line[i].cell[c];
            print_right(cell_text(row, "", text), width,
                        columns && row && row->standing.tied_with_best, out);
        }
        print_bar(sheet->line[i].cell[0], best, columns - 44 - width * (int)sheet->columns, out);
        fprintf(out, "\n");
    }
}

static void print_markdown(const struct sheet *sheet, FILE *out)
{
    fprintf(out, "| rank | scheme | tables |");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, " %s %s |", piece_names[sheet->column[c]->id.workload->piece],
                sheet->column[c]->id.mode->name);
    fprintf(out, "\n|--:|---|--:|");
    for (size_t c = 0; c < sheet->columns; c++)
        fprintf(out, "--:|");
    fprintf(out, "\n");
    for (size_t i = 0; i < sheet->lines; i++) {
        const struct measured_row *first = sheet->line[i].first;
        char text[128];
        fprintf(out, "| %s ", rank_text(&sheet->line[i], text));
        fprintf(out, "| `%s` | %s |", first->id.scheme->name,
                bytes_text(first->id.scheme->table_bytes[QUEEN], text));
        for (size_t c = 0; c < sheet->columns; c++)
            fprintf(out, " %s |",
                    c == 0 && first->id.status == ROW_UNSUPPORTED
                        ? status_text(first, text)
                        : cell_text(sheet->line[i].cell[c], "**", text));
        fprintf(out, "\n");
    }
}

/* "Core cycles per query (65536 of them), on `games`; ..." */
static void print_caption(const struct sheet *sheet, const char *best, FILE *out)
{
    static const char *const units[LIST_KINDS] = {"query", "board", "move", "node"},
                             *const things[LIST_KINDS] = {"queries", "boards", "games",
                                                          "positions"};
    const struct workload *w = sheet->column[0]->id.workload;
    bool board = sheet->column[0]->id.mode->kind == MODE_BOARD;
    fprintf(
        out,
        "Core cycles per %s on `%s` (%zu %s); ± 95 %% interval; %s best, or not told apart from "
        "it;\nrank: the places that the first column's intervals leave open\n\n",
        board ? "board of 64 squares" : units[w->kind], w->name, w->distinct,
        board ? "boards" : things[w->kind], best);
}

static bool for_each_sheet(const struct run *run, const char *best,
                           void (*print)(const struct sheet *, FILE *), FILE *out)
{
    for (size_t i = 0; i < run->n; i++) {
        bool first = true;
        for (size_t j = 0; j < i; j++)
            first = first && !same_sheet(&run->row[i], &run->row[j]);
        if (!first)
            continue;
        struct sheet sheet = make_sheet(run, &run->row[i]);
        if (!sheet.line)
            return false;
        if (i)
            fprintf(out, "\n");
        print_caption(&sheet, best, out);
        print(&sheet, out);
        free(sheet.line);
    }
    return true;
}

bool table_write(const struct run *run, FILE *out)
{
    return for_each_sheet(run, "*", print_terminal, out);
}

bool markdown_write(const struct run *run, FILE *out)
{
    return for_each_sheet(run, "**bold**", print_markdown, out);
}
