/* SPDX-License-Identifier: MIT */
#include "output/terminal.h"
#include "base/text.h"
#include "output/table.h"
#include "plan/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    RANK_CHARS = 6,
    NAME_CHARS = 26,
    SIZE_CHARS = 8,
    HEAD_CHARS = RANK_CHARS + 1 + NAME_CHARS + 1 + SIZE_CHARS,
    CELL_CHARS = 13, /* at least */
    BAR_GAP = 2,
    BEST_BAR = 2, /* characters of the bar of the best scheme */
    MAX_BAR = 40,
};

#define BOLD_GREEN "\033[1;32m"
#define BOLD_RED   "\033[1;31m"
#define NORMAL     "\033[m"

/* Returns the columns of the terminal that `out` writes to, 80 if the system does not report
 * them. Returns 0 if `out` is no terminal, or if the user requested plain text, see
 * https://no-color.org. */
static int terminal_width(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    struct winsize size;
    if (!isatty(fileno(out)) || (no_color && *no_color) || !kind || !strcmp(kind, "dumb"))
        return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

static bool is_fault(const struct measured_row *row)
{
    return row && (row->planned.status == ROW_WRONG || row->planned.status == ROW_CRASHED ||
                   row->in_doubt);
}

static void print_cell(const struct measured_row *row, int width, bool colours, FILE *out)
{
    char text[64], marked[68];
    bool best = table_is_best(row);
    const char *colour = !colours ? "" : best ? BOLD_GREEN : is_fault(row) ? BOLD_RED : "";
    snprintf(marked, sizeof marked, "%s%s", table_cell_text(row, text), best ? "*" : "");
    int extra = strstr(marked, "±") != NULL; /* printf pads by bytes; ± has two */
    fprintf(out, "%s%*s%s", colour, width + extra, marked, *colour ? NORMAL : "");
}

/* Prints the cycles of the first column as a bar, with an arrow at its end if it does not fit. */
static void print_bar(const struct measured_row *row, double best, int room, FILE *out)
{
    if (!row || row->planned.status != ROW_OK || room < 4 * BEST_BAR)
        return;
    double length = BEST_BAR * row->cycles.mid / best;
    int most = room < MAX_BAR ? room : MAX_BAR, whole = (int)fmin(length, most - 1);
    fprintf(out, "%*s", BAR_GAP, "");
    for (int i = 0; i < whole; i++)
        fputs("━", out);
    fputs(length > most ? "▶" : length - whole >= 0.5 ? "╸" : "", out);
}

/* Returns the fewest cycles in the first column, mocks excluded; INFINITY without a result. */
static double fewest_cycles(const struct table *table)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct measured_row *row = table->row[i].cell[0];
        if (row && row->planned.status == ROW_OK && !(row->planned.scheme->traits & MOCK))
            fewest = fmin(fewest, row->cycles.mid);
    }
    return fewest;
}

/* Returns the width of a column, of which the name of the piece or mode may need more than
 * CELL_CHARS. */
static int cell_width(const struct measured_row *column)
{
    size_t piece = strlen(piece_names[column->planned.list->piece]),
           mode = strlen(column->planned.mode->name);
    int needed = (int)(piece > mode ? piece : mode) + 2;
    return needed > CELL_CHARS ? needed : CELL_CHARS;
}

/* Prints a line with the sizes below the modes that name them by a cache. */
static void print_sizes(const struct table *table, FILE *out)
{
    char text[16];
    bool any = false;
    for (size_t c = 0; c < table->column_count; c++)
        any = any || *table_size_text(table->column[c], text);
    if (!any)
        return;
    fprintf(out, "%*s", HEAD_CHARS, "");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "%*s", cell_width(table->column[c]), table_size_text(table->column[c], text));
    fprintf(out, "\n");
}

static void print_head(const struct table *table, FILE *out)
{
    fprintf(out, "%*s", HEAD_CHARS, "");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "%*s", cell_width(table->column[c]),
                piece_names[table->column[c]->planned.list->piece]);
    fprintf(out, "\n%*s %-*s %*s", RANK_CHARS, "rank", NAME_CHARS, "scheme", SIZE_CHARS, "tables");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "%*s", cell_width(table->column[c]), table->column[c]->planned.mode->name);
    fprintf(out, "\n");
    print_sizes(table, out);
}

static void print_row(const struct table *table, const struct table_row *row, bool colours,
                      FILE *out)
{
    const struct scheme *scheme = row->first->planned.scheme;
    const char *mark = table_streamed_mark(row);
    int padding = NAME_CHARS - (int)strlen(scheme->name) - (*mark != '\0');
    char rank[64], bytes[16], text[128];
    fprintf(out, "%*s %s%s%*s %*s", RANK_CHARS, table_rank_text(row, rank), scheme->name, mark,
            padding > 0 ? padding : 0, "", SIZE_CHARS, bytes_text(scheme_bytes(scheme), bytes));
    if (row->first->planned.status == ROW_UNSUPPORTED) {
        fprintf(out, "   %s", table_unsupported_text(row->first, text));
        return;
    }
    for (size_t c = 0; c < table->column_count; c++)
        print_cell(row->cell[c], cell_width(table->column[c]), colours, out);
}

static void print_table(const struct table *table, FILE *out)
{
    int columns = terminal_width(out), room = columns - HEAD_CHARS - BAR_GAP;
    for (size_t c = 0; c < table->column_count; c++)
        room -= cell_width(table->column[c]);
    double fewest = fewest_cycles(table);
    print_head(table, out);
    for (size_t i = 0; i < table->row_count; i++) {
        print_row(table, &table->row[i], columns > 0, out);
        print_bar(table->row[i].cell[0], fewest, room, out);
        fprintf(out, "\n");
    }
    if (table->hidden)
        fprintf(out, "%*s %zu more scheme%s: --all\n", RANK_CHARS, "", table->hidden,
                plural(table->hidden));
    fputs(table_footnote(table), out);
}

bool terminal_write(const struct run *run, size_t top, FILE *out)
{
    enum { TOP_OF_TERMINAL = 20 };
    if (!top)
        top = isatty(fileno(out)) ? TOP_OF_TERMINAL : ALL_ROWS;
    return tables_print(run, "*", top, print_table, out);
}
