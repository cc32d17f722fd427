/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/text.h"
#include "output/views.h"
#include "plan/scheme_set.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- layout ---- */

enum { MAX_COLUMNS = ROW_PIECES * MAX_MODES };

/* A scheme. */
struct line {
    const struct measured_row *first;             /* any of its cells */
    const struct measured_row *cell[MAX_COLUMNS]; /* NULL: a filter excluded the row */
};

/* The rows of one workload in modes of one unit, sorted by the first column. */
struct table {
    const struct measured_row *column[MAX_COLUMNS]; /* any row of the column's piece and mode */
    size_t column_count, line_count;
    size_t hidden; /* rows that are not among the first */
    struct line *line;
};

#define STREAMED_MARK "‡"

/* Orders mocks first, then by the first column, then rows without a result by their status. */
static int compare_rows(const void *a, const void *b)
{
    const struct measured_row *x = ((const struct line *)a)->first,
                              *y = ((const struct line *)b)->first;
    bool mock_x = x->planned.scheme->traits & MOCK, mock_y = y->planned.scheme->traits & MOCK;
    if (mock_x != mock_y)
        return mock_y - mock_x;
    if ((x->planned.status == ROW_OK) != (y->planned.status == ROW_OK))
        return (y->planned.status == ROW_OK) - (x->planned.status == ROW_OK);
    if (x->planned.status != ROW_OK)
        return (int)x->planned.status - (int)y->planned.status;
    return (x->cycles.mid > y->cycles.mid) - (x->cycles.mid < y->cycles.mid);
}

/* Returns the index of the row's column, which is appended if it is new. */
static size_t column_of(struct table *table, const struct measured_row *row)
{
    size_t c = 0;
    while (c < table->column_count &&
           (table->column[c]->planned.list->piece != row->planned.list->piece ||
            table->column[c]->planned.mode != row->planned.mode))
        c++;
    if (c == table->column_count)
        table->column[table->column_count++] = row;
    return c;
}

static bool same_table(const struct measured_row *a, const struct measured_row *b)
{
    return !strcmp(a->planned.list->name, b->planned.list->name) &&
           mode_info(a->planned.mode)->table == mode_info(b->planned.mode)->table;
}

/* Returns the table that contains the row `like`. The rows of one scheme are neighbours. */
static struct table make_table(const struct run *run, const struct measured_row *like)
{
    struct table table = {.line = xcalloc(run->n, sizeof *table.line)};
    const struct scheme *scheme = NULL;
    for_each_row (row, run) {
        if (!same_table(row, like))
            continue;
        if (row->planned.scheme != scheme) {
            scheme = row->planned.scheme;
            table.line[table.line_count++].first = row;
        }
        table.line[table.line_count - 1].cell[column_of(&table, row)] = row;
    }
    if (table.line_count)
        qsort(table.line, table.line_count, sizeof *table.line, compare_rows);
    return table;
}

/* Keeps mocks, the first `top` other rows and the founding schemes. */
static void hide_rows(struct table *table, size_t top)
{
    size_t kept = 0, seen = 0;
    for (size_t i = 0; i < table->line_count; i++) {
        const struct scheme *scheme = table->line[i].first->planned.scheme;
        if (scheme->traits & MOCK || seen++ < top || is_founding_scheme(scheme))
            table->line[kept++] = table->line[i];
    }
    table->hidden = table->line_count - kept;
    table->line_count = kept;
}

static bool has_ranks(const struct table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        if (table->line[i].cell[0] && table->line[i].cell[0]->standing.rank_min)
            return true;
    return false;
}

void print_confidence(const struct column_confidence *column, FILE *out)
{
    if (column->corrected_for == column->comparisons)
        fprintf(out, "with 95 %% confidence, for %s of a scheme%s.",
                column->comparisons == 1 ? "the one comparison" : "all comparisons",
                column->comparisons == 1 ? "" : " together");
    else
        fprintf(out,
                "with %.*f %% confidence for each comparison; with 95 %% for all %zu together from "
                "%zu processes on.",
                column->each < 0.99 ? 0 : 2, 100 * column->each, column->comparisons,
                stats_observations_needed(column->comparisons));
}

/* Prints the confidence of marks and ranks in the first column. */
static void print_first_confidence(const struct run *run, const struct table *table,
                                   const char *best_mark, FILE *out)
{
    struct column_confidence first = column_confidence(run, table->column[0]);
    if (!first.comparisons || !has_ranks(table))
        return;
    fprintf(out, "%s and rank hold ", best_mark);
    print_confidence(&first, out);
    fputc('\n', out);
}

static void print_caption(const struct run *run, const struct table *table, const char *best_mark,
                          FILE *out)
{
    const struct row *first = &table->column[0]->planned;
    const struct mode_info *mode = mode_info(first->mode);
    double confidence = interval_confidence(run);
    fprintf(out, "Core cycles per %s on ", mode->unit);
    markdown_name(first->list->name, out);
    fprintf(out, " (%zu %s)", first->list->distinct, mode_items(mode, first->list));
    if (isfinite(confidence))
        fprintf(out, "; ± is half of a %.0f %% confidence interval", 100 * confidence);
    fprintf(out,
            ".\n%s marks the best of a column and all that tie with it, if their ± is below 5 %%.\n"
            "Ranks are by the first column of figures.\n",
            best_mark);
    print_first_confidence(run, table, best_mark, out);
    fputc('\n', out);
}

static bool is_first_of_table(const struct run *run, const struct measured_row *row)
{
    const struct measured_row *first = run->row;
    while (!same_table(first, row))
        first++;
    return first == row;
}

/* Prints all tables of a run with `print`, each below its caption. `best_mark` is the mark of
 * the best in the caption. Each has the first `top` schemes, mocks and founding schemes. */
static void tables_print(const struct run *run, const char *best_mark, size_t top,
                         void (*print)(const struct table *table, FILE *out), FILE *out)
{
    for_each_row (row, run) {
        if (!is_first_of_table(run, row))
            continue;
        struct table table = make_table(run, row);
        if (row > run->row)
            fprintf(out, "\n");
        hide_rows(&table, top);
        print_caption(run, &table, best_mark, out);
        print(&table, out);
        free(table.line);
    }
}

/* Returns "1024 KiB", the working set of a column whose mode names it by a cache; else "". */
static const char *size_text(const struct measured_row *column, char text[static 16])
{
    if (!column->planned.mode->cache)
        return "";
    snprintf(text, 16, "%u KiB", column->planned.mode->kib);
    return text;
}

/* Returns the ranks that the first column's intervals permit: "4" or "2-5", "" without a rank. */
static const char *rank_text(const struct line *line, char text[static 64])
{
    if (!line->cell[0] || !line->cell[0]->standing.rank_min)
        return "";
    const struct standing *standing = &line->cell[0]->standing;
    size_t end = (size_t)snprintf(text, 64, "%zu", standing->rank_min);
    if (standing->rank_max != standing->rank_min)
        snprintf(text + end, 64 - end, "-%zu", standing->rank_max);
    return text;
}

bool is_precise(const struct measured_row *row)
{
    static const double MAX_HALF_INTERVAL = 0.05;
    return half_width(row->cycles) < MAX_HALF_INTERVAL * row->cycles.mid;
}

/* Returns whether the row is the best of its column or tied with it, and precise. */
static bool is_best(const struct measured_row *row)
{
    return row && row->planned.status == ROW_OK && row->standing.tied_with_best && is_precise(row);
}

/* Returns STREAMED_MARK for an incremental scheme in modes that do not pay for its view; else
 * "". */
static const char *streamed_mark(const struct line *line)
{
    const struct mode_spec *mode = line->first->planned.mode;
    bool streamed = !pays_for_view(mode) && mode->kind != MODE_REPLAY_UPKEEP;
    return line->first->planned.scheme->traits & INCREMENTAL && streamed ? STREAMED_MARK : "";
}

/* Returns the line that explains the mark; "" if no row has it. */
static const char *footnote(const struct table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        if (*streamed_mark(&table->line[i]))
            return STREAMED_MARK " its view is read from the list: updating it is not included.\n";
    return "";
}

/* Returns "3.21±0.02": median cycles and half of their confidence interval. A row without a
 * result has a word instead: its status, or "slower" if it is unstable but cannot be the best.
 * Returns "" for NULL. */
static const char *cell_text(const struct measured_row *row, char text[static 64])
{
    if (!row)
        return "";
    if (row->planned.status == ROW_UNSUPPORTED)
        return "-";
    if (row->planned.status == ROW_UNSTABLE && !row->in_doubt)
        return "slower";
    if (row->planned.status != ROW_OK)
        return row_status_names[row->planned.status];
    const struct interval *cycles = &row->cycles;
    double half = half_width(*cycles);
    int decimals = decimals_of(cycles->mid, half);
    if (2 * half > cycles->mid) /* processes disagree: no figure in between is a result */
        snprintf(text, 64, "%.*f-%.*f", decimals, cycles->lo, decimals, cycles->hi);
    else if (isfinite(half))
        snprintf(text, 64, "%.*f±%.*f", decimals, cycles->mid, decimals, half);
    else
        snprintf(text, 64, "%.*f", decimals, cycles->mid);
    return text;
}

/* Returns "unsupported (needs bmi2)". */
static const char *unsupported_text(const struct measured_row *row, char text[static 128])
{
    snprintf(text, 128, "%s (%s)", row_status_names[ROW_UNSUPPORTED], row->planned.reason);
    return text;
}

/* ---- terminal ---- */

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
    bool best = is_best(row);
    const char *colour = !colours ? "" : best ? BOLD_GREEN : is_fault(row) ? BOLD_RED : "";
    snprintf(marked, sizeof marked, "%s%s", cell_text(row, text), best ? "*" : "");
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
    for (size_t i = 0; i < table->line_count; i++) {
        const struct measured_row *row = table->line[i].cell[0];
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
        any = any || *size_text(table->column[c], text);
    if (!any)
        return;
    fprintf(out, "%*s", HEAD_CHARS, "");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "%*s", cell_width(table->column[c]), size_text(table->column[c], text));
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

static void print_row(const struct table *table, const struct line *line, bool colours, FILE *out)
{
    const struct scheme *scheme = line->first->planned.scheme;
    const char *mark = streamed_mark(line);
    int padding = NAME_CHARS - (int)strlen(scheme->name) - (*mark != '\0');
    char rank[64], bytes[16], text[128];
    fprintf(out, "%*s %s%s%*s %*s", RANK_CHARS, rank_text(line, rank), scheme->name, mark,
            padding > 0 ? padding : 0, "", SIZE_CHARS, bytes_text(scheme_bytes(scheme), bytes));
    if (line->first->planned.status == ROW_UNSUPPORTED) {
        fprintf(out, "   %s", unsupported_text(line->first, text));
        return;
    }
    for (size_t c = 0; c < table->column_count; c++)
        print_cell(line->cell[c], cell_width(table->column[c]), colours, out);
}

static void print_table(const struct table *table, FILE *out)
{
    int columns = terminal_width(out), room = columns - HEAD_CHARS - BAR_GAP;
    for (size_t c = 0; c < table->column_count; c++)
        room -= cell_width(table->column[c]);
    double fewest = fewest_cycles(table);
    print_head(table, out);
    for (size_t i = 0; i < table->line_count; i++) {
        print_row(table, &table->line[i], columns > 0, out);
        print_bar(table->line[i].cell[0], fewest, room, out);
        fprintf(out, "\n");
    }
    if (table->hidden)
        fprintf(out, "%*s %zu more scheme%s: --all\n", RANK_CHARS, "", table->hidden,
                plural(table->hidden));
    fputs(footnote(table), out);
}

void terminal_write(const struct run *run, size_t top, FILE *out)
{
    enum { TOP_OF_TERMINAL = 20 };
    if (!top)
        top = isatty(fileno(out)) ? TOP_OF_TERMINAL : ALL_ROWS;
    tables_print(run, "*", top, print_table, out);
}

/* ---- Markdown ---- */

static void markdown_head(const struct table *table, FILE *out)
{
    fprintf(out, "| rank | scheme | tables |");
    for (size_t c = 0; c < table->column_count; c++) {
        const struct row *column = &table->column[c]->planned;
        char text[16];
        const char *size = size_text(table->column[c], text);
        fprintf(out, " %s %s", piece_names[column->list->piece], column->mode->name);
        fprintf(out, *size ? " (%s) |" : "%s |", size);
    }
    fprintf(out, "\n|--:|---|--:|");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "--:|");
    fprintf(out, "\n");
}

static void markdown_row(const struct table *table, const struct line *line, FILE *out)
{
    const struct measured_row *first = line->first;
    const char *mark = streamed_mark(line);
    char rank[64], bytes[16], text[128];
    fprintf(out, "| %s | ", rank_text(line, rank));
    markdown_name(first->planned.scheme->name, out);
    fprintf(out, "%s%s | %s |", *mark ? " " : "", mark,
            bytes_text(scheme_bytes(first->planned.scheme), bytes));
    for (size_t c = 0; c < table->column_count; c++) {
        const char *bold = is_best(line->cell[c]) ? "**" : "";
        fprintf(out, " %s", bold);
        markdown_text(c == 0 && first->planned.status == ROW_UNSUPPORTED
                          ? unsupported_text(first, text)
                          : cell_text(line->cell[c], text),
                      out);
        fprintf(out, "%s |", bold);
    }
    fprintf(out, "\n");
}

static void markdown_table(const struct table *table, FILE *out)
{
    markdown_head(table, out);
    for (size_t i = 0; i < table->line_count; i++)
        markdown_row(table, &table->line[i], out);
    if (*footnote(table))
        fprintf(out, "\n%s", footnote(table));
}

void markdown_write(const struct run *run, FILE *out)
{
    tables_print(run, "**bold**", ALL_ROWS, markdown_table, out);
}
