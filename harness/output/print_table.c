/* SPDX-License-Identifier: MIT
 * The two layouts of the tables that table.c fills: aligned text for a terminal, and Markdown. */
#include "analysis/columns.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/tuning.h"
#include "output/table.h"
#include "plan/scheme_set.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts above, in and below a table ---- */

void print_confidence(const struct column_confidence *column, FILE *out)
{
    if (column->comparisons < 2)
        fprintf(out, "%.0f %% confidence in the comparison of two schemes.", 100 * column->each);
    else if (column->corrected_for == column->comparisons)
        fprintf(out, "95 %% confidence, corrected for %zu comparisons.", column->comparisons);
    else
        fprintf(out,
                "%.*f %% confidence in each comparison of two schemes. For 95 %% that all %zu of "
                "a scheme hold together, every row needs %zu processes; the fewest here are %zu.",
                column->each < 0.99 ? 0 : 2, 100 * column->each, column->comparisons,
                stats_observations_needed(column->comparisons), column->processes);
}

/* Prints the confidence of the marks, and of the ranks if they are shown, in the column by which
 * lines are sorted. */
static void print_sort_confidence(const struct table *table, const char *best_mark, bool ranks,
                                  FILE *out)
{
    const struct column *sort = table->column[table->sort];
    if (!sort->confidence.comparisons || !column_is_ranked(table->result->run, sort))
        return;
    fprintf(out, ranks ? "%s and rank: " : "%s: ", best_mark);
    print_confidence(&sort->confidence, out);
    fputc('\n', out);
}

static void print_caption(const struct table *table, FILE *out)
{
    const struct column *sort = table->column[table->sort];
    const struct list *list = sort->list;
    const struct mode_info *mode = mode_info(sort->mode);
    fprintf(out, "Core cycles per %s on ", mode->unit);
    markdown_name(list->name, out);
    fprintf(out, " (%zu %s), sorted by %s %s.\n\n", list->distinct, mode_items(mode, list),
            piece_head(sort), mode_head(table->result, sort));
}

/* Returns the working set of a column, "1024 KiB", if the mode's name gives it as a multiple of a
 * cache; else "". */
static const char *size_text(const struct column *column, char text[static 16])
{
    if (!column->mode->cache)
        return "";
    snprintf(text, 16, "%u KiB", column->mode->kib);
    return text;
}

/* Returns the ranks that the intervals permit in the column by which lines are sorted: "4" or
 * "2-5"; "" without a rank. */
static const char *rank_text(const struct table_line *line, char text[static 64])
{
    const struct standing *standing = &line->first->standing;
    if (!standing->rank_min)
        return "";
    size_t end = (size_t)snprintf(text, 64, "%zu", standing->rank_min);
    if (standing->rank_max != standing->rank_min)
        snprintf(text + end, 64 - end, "-%zu", standing->rank_max);
    return text;
}

/* Returns whether the row is the best of its column or tied with it, and precise. */
static bool is_best(const struct measured_row *row)
{
    return row && row->standing.tied_with_best && row_is_precise(row);
}

#define STREAMED_MARK "‡"

/* Returns STREAMED_MARK for an incremental scheme whose view was streamed; else "". */
static const char *streamed_mark(const struct table_line *line)
{
    const struct row *row = &line->first->planned;
    return row->scheme->traits & INCREMENTAL && mode_streams_views(row->mode) ? STREAMED_MARK : "";
}

/* Returns the line that explains the mark; "" if no row has it. */
static const char *footnote(const struct table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        if (*streamed_mark(&table->line[i]))
            return STREAMED_MARK
                " incremental: only --modes replay includes updates of its boards.\n";
    return "";
}

/* Returns whether all cells of a line are unsupported, so that the line says why instead. */
static bool is_unsupported(const struct table *table, const struct table_line *line)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (line->cell[c] && line->cell[c]->planned.status != ROW_UNSUPPORTED)
            return false;
    return true;
}

/* Returns whether the row has no result but cannot be the best. */
static bool is_slower(const struct measured_row *row)
{
    return row && row->planned.status == ROW_UNSTABLE && !row->in_doubt;
}

/* Returns the median cycles and, if wanted, half of their confidence interval: "3.21±0.02". A row
 * without a result has a word instead: its status, or "slower" if it is unstable but cannot be the
 * best. Returns "" for NULL. */
static const char *cell_text(const struct measured_row *row, bool intervals, char text[static 64])
{
    if (!row)
        return "";
    if (row->planned.status == ROW_UNSUPPORTED)
        return "-";
    if (is_slower(row))
        return "slower";
    if (row->planned.status != ROW_OK)
        return row_status_names[row->planned.status];
    const struct interval *cycles = &row->cycles;
    double half = half_width(*cycles);
    int decimals = decimals_of(cycles->mid, half);
    if (2 * half > cycles->mid) { /* processes disagree: no figure in between is a result */
        decimals = intervals ? decimals : 0;
        snprintf(text, 64, "%.*f-%.*f", decimals, cycles->lo, decimals, cycles->hi);
    } else if (isfinite(half) && intervals)
        snprintf(text, 64, "%.*f±%.*f", decimals, cycles->mid, decimals, half);
    else
        snprintf(text, 64, "%.*f", decimals, cycles->mid);
    return text;
}

/* Returns "0.93": the time of a row, over the time of the scheme that all are compared with; "" if
 * one of the two has no result. */
static const char *ratio_text(const struct table *table, const struct table_line *line,
                              size_t column, char text[static 16])
{
    const struct measured_row *row = line->cell[column], *base = table->base.cell[column];
    *text = '\0';
    if (row && base && row->planned.status == ROW_OK && base->planned.status == ROW_OK)
        snprintf(text, 16, "%.2f", row->cycles.mid / base->cycles.mid);
    return text;
}

/* Returns "B" for branchless, and "M" for multiply-free; a space for a trait that it lacks. */
static const char *trait_letters(const struct scheme *scheme, char text[static 3])
{
    snprintf(text, 3, "%s%s", scheme->traits & BRANCHLESS ? "B" : " ",
             scheme->traits & MULTIPLY_FREE ? "M" : " ");
    return text;
}

/* How a table fits into the terminal, or into Markdown. */
struct layout {
    int rank, traits, ratio; /* characters; 0: not shown */
    int cell;                /* characters of a column, at least */
    int name;                /* characters of the longest name */
    bool intervals, colours;
    int width;      /* of the terminal; 0: not limited */
    size_t columns; /* how many columns are shown */
};

/* Prints what marks, letters and the words above the columns mean. */
static void print_legend(const struct table *table, const struct layout *layout,
                         const char *best_mark, FILE *out)
{
    double confidence = run_confidence(table->result->run);
    bool mix = false, warm = false, chain = false, slower = false;
    const struct column *cold = NULL;
    const char *empty_loop = NULL;
    for (size_t i = 0; i < table->line_count; i++) {
        const struct scheme *scheme = table->line[i].first->planned.scheme;
        empty_loop = !empty_loop && scheme->traits & MOCK ? scheme->name : empty_loop;
    }
    for (size_t c = 0; c < table->column_count; c++) {
        const struct column *column = table->column[c];
        mix |= column->list->piece == MIX_NNUE || column->list->piece == MIX_HCE;
        warm |= column->mode->kind == MODE_THROUGHPUT;
        chain |= column->mode->kind == MODE_LATENCY;
        cold = is_nnue_cold(table->result, column) ? column : cold;
        for (size_t i = 0; i < table->line_count; i++)
            slower |= is_slower(table->line[i].cell[c]);
    }
    if (isfinite(confidence) && layout->intervals)
        fprintf(out, "± half of a %.0f %% confidence interval.\n", 100 * confidence);
    fprintf(out, "%s best of its column, or tied with it, if %s is below %.0f %%.\n", best_mark,
            layout->intervals ? "its ±" : "half its interval", 100 * PRECISE_WIDTH);
    print_sort_confidence(table, best_mark, layout->rank, out);
    if (slower)
        fputs("slower: was not timed undisturbed often enough, but cannot be the best.\n", out);
    if (layout->traits)
        fputs("B branchless, M multiply-free.\n", out);
    if (empty_loop)
        fprintf(out, "%s: the loop without a lookup.\n", empty_loop);
    if (mix)
        fputs("NNUE, HCE: the lookups of an engine with a network, or hand-crafted evaluation.\n",
              out);
    if (warm || chain)
        fprintf(out, "%s%s%s\n", warm ? "warm: throughput." : "", warm && chain ? " " : "",
                chain ? "chain: latency." : "");
    if (cold)
        fprintf(out, "cold: %s, after %d KiB of reads from %u KiB of other memory.\n",
                cold->mode->name, COLD_CACHE_ROWS * COLD_CACHE_ROW_BYTES / 1024, cold->mode->kib);
}

/* Returns "unsupported (needs bmi2)". */
static const char *unsupported_text(const struct measured_row *row, char text[static 128])
{
    snprintf(text, 128, "%s (%s)", row_status_names[ROW_UNSUPPORTED], row->planned.reason);
    return text;
}

/* ---- terminal ---- */

enum {
    RANK_CHARS = 7,
    SIZE_CHARS = 9,
    TRAIT_CHARS = 3,
    RATIO_CHARS = 8,
    MIN_NAME = 16,
};

/* The widest first. */
static const struct layout layouts[] = {
    {.rank = RANK_CHARS,
     .traits = TRAIT_CHARS,
     .cell = 13,
     .intervals = true,
     .ratio = RATIO_CHARS},
    {.rank = RANK_CHARS, .traits = TRAIT_CHARS, .cell = 8, .ratio = RATIO_CHARS},
    {.traits = TRAIT_CHARS, .cell = 7, .ratio = RATIO_CHARS},
    {.traits = TRAIT_CHARS, .cell = 7},
    {.cell = 7},
};

#define BOLD_GREEN "\033[1;32m"
#define BOLD_RED   "\033[1;31m"
#define NORMAL     "\033[m"

static bool is_fault(const struct measured_row *row)
{
    return row && (row->planned.status == ROW_WRONG || row->planned.status == ROW_CRASHED ||
                   row->in_doubt);
}

static void print_cell(const struct measured_row *row, int width, const struct layout *layout,
                       FILE *out)
{
    char text[64], marked[68];
    bool best = is_best(row);
    const char *colour = !layout->colours ? "" : best ? BOLD_GREEN : is_fault(row) ? BOLD_RED : "";
    snprintf(marked, sizeof marked, "%s%s", cell_text(row, layout->intervals, text),
             best ? "*" : "");
    int extra = strstr(marked, "±") != NULL; /* printf pads by bytes; ± has two */
    fprintf(out, "%s%*s%s", colour, width + extra, marked, *colour ? NORMAL : "");
}

/* Returns the width of a column, whose name may need more room than its cells. */
static int cell_width(const struct table *table, const struct layout *layout, size_t column)
{
    size_t piece = strlen(piece_head(table->column[column])),
           mode = strlen(mode_head(table->result, table->column[column]));
    int needed = (int)(piece > mode ? piece : mode) + 1;
    return needed > layout->cell ? needed : layout->cell;
}

/* Returns how many characters a line has before its columns. */
static int head_width(const struct layout *layout)
{
    return layout->rank + layout->name + SIZE_CHARS + layout->traits + layout->ratio;
}

/* Sets how many columns to show: as many as fit, at least one. Returns whether all columns fit. */
static bool fit_columns(const struct table *table, struct layout *layout)
{
    int used = head_width(layout);
    for (layout->columns = 0; layout->columns < table->column_count; layout->columns++) {
        used += cell_width(table, layout, layout->columns);
        if (layout->width && used > layout->width && layout->columns)
            return false;
    }
    return true;
}

/* Makes room for the longest name, and for the widest rank if ranks are shown. */
static void fit_names(const struct table *table, struct layout *layout)
{
    layout->name = MIN_NAME;
    for (size_t i = 0; i < table->line_count; i++) {
        const struct table_line *line = &table->line[i];
        char text[64];
        int name = (int)strlen(line->first->planned.scheme->name) + (*streamed_mark(line) != '\0'),
            rank = (int)strlen(rank_text(line, text)) + 1;
        layout->name = name > layout->name ? name : layout->name;
        layout->rank = layout->rank && rank > layout->rank ? rank : layout->rank;
    }
}

/* Returns the widest layout that fits. */
static struct layout make_layout(const struct table *table, FILE *out)
{
    enum { LAYOUTS = COUNT(layouts) };
    const struct measured_row *base_row = table->base.cell[table->sort];
    const bool has_base = base_row && base_row->planned.status == ROW_OK;
    const int base = has_base ? (int)strlen(table->base_name) + 2 : 0;
    struct layout layout;
    for (size_t i = 0; i < LAYOUTS; i++) {
        layout = layouts[i];
        fit_names(table, &layout);
        if (layout.ratio)
            layout.ratio = !base ? 0 : base > RATIO_CHARS ? base : RATIO_CHARS;
        layout.colours = terminal_has_colours(out);
        layout.width = terminal_width(out);
        if (fit_columns(table, &layout))
            break;
    }
    return layout;
}

/* Prints a line with the size of the working set below each mode that has a size_text(). */
static void print_sizes(const struct table *table, const struct layout *layout, FILE *out)
{
    char text[16];
    bool any = false;
    for (size_t c = 0; c < layout->columns; c++)
        any |= !is_nnue_cold(table->result, table->column[c]) && *size_text(table->column[c], text);
    if (!any)
        return;
    fprintf(out, "%*s", head_width(layout), "");
    for (size_t c = 0; c < layout->columns; c++)
        fprintf(out, "%*s", cell_width(table, layout, c), size_text(table->column[c], text));
    fprintf(out, "\n");
}

static void print_head(const struct table *table, const struct layout *layout, FILE *out)
{
    fprintf(out, "%*s", head_width(layout), "");
    for (size_t c = 0; c < layout->columns; c++)
        fprintf(out, "%*s", cell_width(table, layout, c), piece_head(table->column[c]));
    fprintf(out, "\n");
    if (layout->rank)
        fprintf(out, "%*s ", layout->rank - 1, "rank");
    fprintf(out, "%-*s%*s%*.*s", layout->name, "scheme", SIZE_CHARS, "tables", layout->traits,
            layout->traits, " BM");
    if (layout->ratio)
        fprintf(out, "%*s%s", layout->ratio - (int)strlen(table->base_name), "/", table->base_name);
    for (size_t c = 0; c < layout->columns; c++)
        fprintf(out, "%*s", cell_width(table, layout, c),
                mode_head(table->result, table->column[c]));
    fprintf(out, "\n");
    print_sizes(table, layout, out);
}

static void print_row(const struct table *table, const struct table_line *line,
                      const struct layout *layout, FILE *out)
{
    const struct scheme *scheme = line->first->planned.scheme;
    const char *mark = streamed_mark(line);
    const int name = (int)strlen(scheme->name) + (*mark != '\0');
    char rank[64], bytes[16], traits[3], ratio[16], text[128];
    if (layout->rank)
        fprintf(out, "%*s ", layout->rank - 1, rank_text(line, rank));
    fprintf(out, "%s%s%*s%*.*s", scheme->name, mark, layout->name - name + SIZE_CHARS,
            bytes_text(scheme_bytes(scheme), bytes), layout->traits, layout->traits,
            trait_letters(scheme, traits));
    if (is_unsupported(table, line)) {
        fprintf(out, "  %s", unsupported_text(line->first, text));
        return;
    }
    if (layout->ratio)
        fprintf(out, "%*s", layout->ratio, ratio_text(table, line, table->sort, ratio));
    for (size_t c = 0; c < layout->columns; c++)
        print_cell(line->cell[c], cell_width(table, layout, c), layout, out);
}

static void print_what_is_hidden(const struct table *table, const struct layout *layout, FILE *out)
{
    if (table->hidden)
        fprintf(out, "%*s%zu more scheme%s: --all\n", layout->rank, "", table->hidden,
                plural(table->hidden));
    if (table->twins)
        fprintf(out, "%*s%zu identical cop%s (A/A control) hidden: no difference\n", layout->rank,
                "", table->twins, table->twins == 1 ? "y" : "ies");
}

/* Prints what the terminal had no room for. Intervals are left out first. */
static void print_what_is_cut_off(const struct table *table, const struct layout *layout, FILE *out)
{
    size_t columns = table->column_count - layout->columns;
    if (layout->intervals)
        return;
    fprintf(out, "A wider terminal, or --format csv, also has ±%s%s", layout->rank ? "" : ", ranks",
            layout->traits ? "" : ", traits");
    if (columns)
        fprintf(out, ", %zu column%s", columns, plural(columns));
    fputs(".\n", out);
}

static void terminal_table(const struct table *table, FILE *out)
{
    enum { INDENT = 4 };
    struct layout layout = make_layout(table, out);
    struct memory_file legend;
    print_caption(table, out);
    print_head(table, &layout, out);
    for (size_t i = 0; i < table->line_count; i++) {
        if (i == table->top)
            fprintf(
                out,
                "%*sslower, for comparison: the classics, magics, PEXT, the best of each column\n",
                layout.rank, "");
        print_row(table, &table->line[i], &layout, out);
        fprintf(out, "\n");
    }
    print_what_is_hidden(table, &layout, out);
    fputs(footnote(table), out);
    print_legend(table, &layout, "*", memory_file_open(&legend));
    print_what_is_cut_off(table, &layout, legend.out);
    print_folded(memory_file_close(&legend), 0, terminal_width(out), INDENT, out);
    free(legend.text);
}

void terminal_write(const struct result *result, const struct table_options *given, FILE *out)
{
    enum { TOP_OF_TERMINAL = 20 };
    struct table_options options = *given;
    if (!options.top)
        options.top = terminal_width(out) ? TOP_OF_TERMINAL : ALL_ROWS;
    if (!options.relative_to && terminal_width(out))
        options.relative_to = USUAL_COMPARISON;
    tables_print(result, options, terminal_table, out);
}

/* ---- Markdown ---- */

static void markdown_head(const struct table *table, FILE *out)
{
    fprintf(out, "| rank | scheme | tables | |");
    for (size_t c = 0; c < table->column_count; c++) {
        char text[16];
        const char *size =
            is_nnue_cold(table->result, table->column[c]) ? "" : size_text(table->column[c], text);
        fprintf(out, " %s %s", piece_head(table->column[c]),
                mode_head(table->result, table->column[c]));
        fprintf(out, *size ? " (%s) |" : "%s |", size);
    }
    fprintf(out, "\n|--:|---|--:|---|");
    for (size_t c = 0; c < table->column_count; c++)
        fprintf(out, "--:|");
    fprintf(out, "\n");
}

static void markdown_row(const struct table *table, const struct table_line *line, FILE *out)
{
    const struct measured_row *first = line->first;
    const char *mark = streamed_mark(line);
    char rank[64], bytes[16], traits[3], ratio[16], text[128];
    fprintf(out, "| %s | ", rank_text(line, rank));
    markdown_name(first->planned.scheme->name, out);
    fprintf(out, "%s%s | %s | %s |", *mark ? " " : "", mark,
            bytes_text(scheme_bytes(first->planned.scheme), bytes),
            trait_letters(first->planned.scheme, traits));
    for (size_t c = 0; c < table->column_count; c++) {
        const char *bold = is_best(line->cell[c]) ? "**" : "";
        fprintf(out, " %s", bold);
        markdown_text(c == 0 && is_unsupported(table, line) ? unsupported_text(first, text)
                                                            : cell_text(line->cell[c], true, text),
                      out);
        fprintf(out, *ratio_text(table, line, c, ratio) ? "%s (%s) |" : "%s |", bold, ratio);
    }
    fprintf(out, "\n");
}

static void markdown_table(const struct table *table, FILE *out)
{
    static const struct layout all = {.rank = RANK_CHARS, .traits = TRAIT_CHARS, .intervals = true};
    print_caption(table, out);
    markdown_head(table, out);
    for (size_t i = 0; i < table->line_count; i++)
        markdown_row(table, &table->line[i], out);
    if (table->base_name)
        fprintf(out, "\nIn brackets: the time divided by the time of %s.\n", table->base_name);
    fprintf(out, "\n%s", footnote(table));
    print_legend(table, &all, "**bold**", out);
}

void markdown_write(const struct result *result, const struct table_options *given, FILE *out)
{
    struct table_options options = *given;
    if (!options.top)
        options.top = ALL_ROWS;
    tables_print(result, options, markdown_table, out);
}
