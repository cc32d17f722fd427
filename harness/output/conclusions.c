/* SPDX-License-Identifier: MIT */
#include "analysis/choices.h"
#include "base/text.h"
#include "base/tuning.h"
#include "output/views.h"
#include "well_known.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_KINDS = 3, CELL = 80 };

/* ---- the best schemes ---- */

/* Modes by how much they matter to an engine. */
// clang-format off
static const enum mode by_weight[] = {
    MODE_THROUGHPUT, MODE_LATENCY, MODE_BURST, MODE_REPLAY, MODE_PERFT, MODE_SETWISE, MODE_BATCH,
    MODE_BOARD, MODE_LATENCY_OCCUPANCY, MODE_BURST_CODE, MODE_THREADS, MODE_PROCESSES,
    MODE_PROCESSES_SHARED, MODE_REPLAY_UPKEEP, MODE_REPLAY_LOOKUPS,
};
// clang-format on
_Static_assert(sizeof by_weight / sizeof *by_weight == MODES, "every mode has its place");

/* Columns of results by piece and kind of mode. */
struct grid {
    enum piece piece[ROW_PIECES];
    enum mode kind[MAX_KINDS];
    size_t pieces, kinds;
    const struct measured_row *column[ROW_PIECES][MAX_KINDS]; /* a row of it; NULL: none */
    struct column_choices choices[ROW_PIECES][MAX_KINDS];
};

/* Returns whether the other memory of a cold mode fills L2, of an assumed size where a guest hides
 * it: the first such mode is compared. */
static bool fills_l2(const struct report *report, const struct mode_spec *mode)
{
    bool assumed;
    return (uint64_t)mode->kib * 1024 >= cache_bytes(report->machine, CACHE_L2, &assumed);
}

/* Returns a ranked row of the piece, in the most telling mode of this kind; NULL if there is
 * none. */
static const struct measured_row *find_column(const struct report *report, enum piece piece,
                                              enum mode kind)
{
    const struct run *run = report->run;
    const struct measured_row *found = NULL;
    for_each_row (row, run)
        if (row->standing.rank_min && row->planned.list->piece == piece &&
            row->planned.mode->kind == kind &&
            !strcmp(row->planned.list->name, run->row[0].planned.list->name) &&
            (!found ||
             (fills_l2(report, row->planned.mode) && !fills_l2(report, found->planned.mode))))
            found = row;
    return found;
}

static struct grid make_grid(const struct report *report)
{
    struct grid grid = {.pieces = 0};
    const struct measured_row *column;
    for (size_t i = 0; i < MODES && grid.kinds < MAX_KINDS; i++) {
        bool any = false;
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            any = any || find_column(report, piece, by_weight[i]);
        grid.kind[grid.kinds] = by_weight[i];
        grid.kinds += any;
    }
    for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
        bool any = false;
        for (size_t k = 0; k < grid.kinds; k++)
            if ((column = find_column(report, piece, grid.kind[k]))) {
                any = true;
                grid.column[grid.pieces][k] = column;
                grid.choices[grid.pieces][k] = choices_in_column(report->run, column);
            }
        grid.piece[grid.pieces] = piece;
        grid.pieces += any;
    }
    return grid;
}

/* Writes the name that the modes of one kind share: "burst-L2" of burst-L2-8 and burst-L2-16. */
static void kind_text(const struct grid *grid, size_t k, char text[static CELL])
{
    *text = '\0';
    for (size_t p = 0; p < grid->pieces; p++) {
        if (!grid->column[p][k])
            continue;
        const char *name = grid->column[p][k]->planned.mode->name;
        if (!*text)
            snprintf(text, CELL, "%s", name);
        while (strncmp(text, name, strlen(text)) || !strchr("-", name[strlen(text)])) {
            char *last = strrchr(text, '-');
            if (!last)
                break;
            *last = '\0';
        }
    }
}

/* Returns the word of the tables for a column of the grid. */
static const char *mode_text(const struct grid *grid, size_t p, size_t k)
{
    return grid->kind[k] == MODE_BURST ? "cold" : mode_head(grid->column[p][k]);
}

/* Returns the word of the tables for a piece of the grid. */
static const char *piece_text(const struct grid *grid, size_t p)
{
    size_t k = 0;
    while (!grid->column[p][k])
        k++;
    return piece_head(grid->column[p][k]);
}

/* Writes "pext_arrays 2.14 =2": two others tie. Returns whether there is a best scheme. */
static bool best_text(const struct run *run, const struct column_choices *choices,
                      char text[static CELL])
{
    const struct measured_row *best = choices->choice[ROLE_BEST].row;
    if (!best)
        return false;
    size_t ties = 0;
    for_each_row (row, run)
        ties += choices_is_tied(run, choices, ROLE_BEST, row);
    /* A recorded run may have a name of any length. */
    snprintf(text, CELL, "%.40s %.*f", best->planned.scheme->name,
             decimals_of(best->cycles.mid, half_width(best->cycles)), best->cycles.mid);
    if (ties)
        snprintf(text + strlen(text), CELL - strlen(text), " =%zu", ties);
    return true;
}

/* Prints "rook: warm pext_arrays 2.14 =2, chain magic 12.00" for each piece. */
static void print_grid(const struct run *run, const struct grid *grid, FILE *out)
{
    char text[CELL];
    fprintf(out, "best on %s, in core cycles (", run->row[0].planned.list->name);
    for (size_t k = 0; k < grid->kinds; k++)
        if (grid->kind[k] == MODE_BURST) {
            kind_text(grid, k, text);
            fprintf(out, "cold: %s; ", text);
        }
    fputs("=N: N others tie):\n", out);
    for (size_t p = 0; p < grid->pieces; p++) {
        const char *separator = ":";
        fputs(piece_text(grid, p), out);
        for (size_t k = 0; k < grid->kinds; k++) {
            if (!best_text(run, &grid->choices[p][k], text))
                continue;
            fprintf(out, "%s %s %s", separator, mode_text(grid, p, k), text);
            separator = ",";
        }
        fputc('\n', out);
    }
}

/* Prints a comparison of the queen, or of the first piece, in each of the modes. */
static void print_comparison(const struct grid *grid, size_t comparison, const char *label,
                             FILE *out)
{
    size_t piece = 0, printed = 0;
    for (size_t p = 0; p < grid->pieces; p++)
        if (grid->piece[p] == QUEEN)
            piece = p;
    for (size_t k = 0; k < grid->kinds; k++) {
        const struct comparison *compared = &grid->choices[piece][k].comparison[comparison];
        if (!compared->known || isnan(compared->ratio.lo))
            continue;
        if (!printed++)
            fprintf(out, "%s, time of the best %s:", piece_text(grid, piece), label);
        fprintf(out, "%s %s %.2f [%.2f, %.2f]", printed > 1 ? "," : "", mode_text(grid, piece, k),
                compared->ratio.mid, compared->ratio.lo, compared->ratio.hi);
    }
    if (printed)
        fputc('\n', out);
}

/* ---- figures to take with care ---- */

/* Prints a reason after those before it. */
__attribute__((format(printf, 3, 4))) static void add_reason(size_t *reasons, FILE *out,
                                                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs((*reasons)++ ? "; " : "take with care: ", out);
    vfprintf(out, format, arguments);
    va_end(arguments);
}

/* Adds the columns whose best scheme has a wide interval; names the first ones. */
static void add_wide(const struct run *run, size_t *reasons, FILE *out)
{
    enum { NAMED = 2 };
    size_t wide = 0;
    for_each_row (row, run) {
        if (!is_first_of_column(run, row) || mode_info(row->planned.mode)->retired)
            continue;
        const struct measured_row *best = choices_find(run, row, ROLE_BEST);
        if (!best || is_precise(best) || ++wide > NAMED)
            continue;
        add_reason(reasons, out, "best of %s %s %s ±%.0f %%", best->planned.list->name,
                   piece_head(best), mode_head(best),
                   100 * half_width(best->cycles) / best->cycles.mid);
    }
    if (wide > NAMED)
        add_reason(reasons, out, "%zu more column%s ± over 5 %%", wide - NAMED,
                   plural(wide - NAMED));
}

/* Returns by how much a twin differs from its original, at most, where its interval excludes 1. */
static double twin_difference(const struct run *run)
{
    double most = 0;
    for_each_row (row, run) {
        struct interval ratio = twin_ratio(run, row);
        if (ratio.lo > 1 || ratio.hi < 1)
            most = fmax(most, fabs(ratio.mid - 1));
    }
    return most;
}

/* Adds the controls that were read wrong. */
static void add_controls(const struct run *run, size_t *reasons, FILE *out)
{
    for_each_row (row, run) {
        struct control control = control_find(run, row);
        if (control.wrong)
            add_reason(reasons, out, "a control's %d cycles are read as %.2f", control.cycles,
                       control.read.mid);
    }
}

/* Adds that too few processes ran: for intervals of 95 %, or for all comparisons together. */
static void add_processes(const struct run *run, size_t *reasons, FILE *out)
{
    double confidence = interval_confidence(run);
    struct column_confidence most = {.comparisons = 0};
    for_each_row (row, run) {
        if (!is_first_of_column(run, row))
            continue;
        struct column_confidence column = column_confidence(run, row);
        if (column.comparisons > column.corrected_for && column.comparisons > most.comparisons)
            most = column;
    }
    if (isnan(confidence))
        add_reason(reasons, out, "a single process gives no interval");
    else if (confidence < CONFIDENCE)
        add_reason(reasons, out, "%zu processes give intervals of %.0f %% confidence, not 95 %%",
                   run->min_processes, 100 * confidence);
    else if (most.comparisons)
        add_reason(reasons, out,
                   "%zu processes are too few for 95 %% confidence in all %zu comparisons of a "
                   "scheme at once",
                   most.processes, most.comparisons);
}

static void write_care(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    size_t reasons = 0;
    if (run->min_processes)
        add_processes(run, &reasons, out);
    add_wide(run, &reasons, out);
    if (run->unstable)
        add_reason(&reasons, out, "%zu row%s unstable", run->unstable, plural(run->unstable));
    double difference = twin_difference(run), undisturbed = run_undisturbed_share_by_rows(run);
    if (undisturbed < QUIET_SHARE)
        add_reason(&reasons, out, "core undisturbed %.0f %% of the time", 100 * undisturbed);
    if (difference >= 0.5 * MARGIN)
        add_reason(&reasons, out, "identical copies of a scheme (twins) differ by up to %.1f %%",
                   100 * difference);
    add_controls(run, &reasons, out);
    if (reasons)
        fputc('\n', out);
}

/* ---- the next command ---- */

/* Writes why, and below it the command, whose line is not folded: to be copied. */
static void write_next(const struct report *report, const char *program, FILE *out)
{
    const struct run *run = report->run;
    const bool saved = *report->saved, full = run_request_is_full(report->request),
               few = run->processes_ended < SENT_PROCESSES;
    if (saved && (report->partial || run->in_doubt || (full && few)))
        fprintf(out, "next, to complete this run:\n        %s bench --resume %s\n", program,
                report->saved);
    else if (!full && run->in_doubt)
        fprintf(out,
                "next, 20 processes over 15 minutes:\n        %s bench --preset standard --out "
                "results\n",
                program);
    else if (!full || !saved)
        fprintf(out,
                "next, for all modes, and a log to send:\n        %s bench --full --out results\n",
                program);
    else
        fprintf(out,
                "next, the scheme to take by this run, whose log you can send in a pull "
                "request:\n        %s recommend %s\n",
                program, report->saved);
}

/* ---- the scheme to take ---- */

/* Writes how much less time the scheme takes than those that most engines have. */
static void write_take(const struct recommendation *r, FILE *out)
{
    const char *separator = ":", *of_what = " time per lookup";
    fprintf(out, "take %s for %s", r->candidate[0].row->planned.scheme->name, r->profile->use);
    for (size_t i = 1; i < r->n; i++) {
        const struct candidate *c = &r->candidate[i];
        if (!is_common_scheme(c->row->planned.scheme) || isnan(c->ratio.lo))
            continue;
        fprintf(out, "%s ", separator);
        if (c->role == CANDIDATE_TIED)
            fprintf(out, "as fast as %s", c->row->planned.scheme->name);
        else {
            fprintf(out, "%.0f %% less%s than %s", 100 - 100 / c->ratio.mid, of_what,
                    c->row->planned.scheme->name);
            of_what = "";
        }
        separator = ",";
    }
    fputc('\n', out);
}

static void write_takes(const struct report *report, FILE *out)
{
    static const enum profile_id engines[] = {PROFILE_NNUE, PROFILE_HCE};
    const struct restrictions none = {.max_kib = UINT64_MAX};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        const struct profile *profile = &profiles[engines[i]];
        const struct measured_row *column;
        struct recommendation r;
        struct error unranked;
        if (!profile_rows(profile, report->run, report->machine, &column))
            continue;
        if (recommendation_make(&r, report->run, column, profile, &none, &unranked))
            write_take(&r, out);
        recommendation_free(&r);
    }
}

/* ---- the user's own scheme ---- */

/* Writes the ratio of the user's own scheme to another one of its column. */
static void write_ratio(const struct run *run, const struct measured_row *own,
                        const struct measured_row *other, const char *gap, FILE *out)
{
    struct column_confidence confidence = column_confidence(run, own);
    struct interval ratio = column_ratio(run, own, other, &confidence);
    if (other == own || isnan(ratio.mid))
        return;
    fprintf(out, "%s%.2f", gap, ratio.mid);
    if (!isnan(ratio.lo))
        fprintf(out, " [%.2f, %.2f]", ratio.lo, ratio.hi);
    fprintf(out, " times as long as %s", other->planned.scheme->name);
}

/* Writes how long the user's own scheme takes, in each column beside the best and the reference. */
static void write_own(const struct run *run, FILE *out)
{
    for_each_row (row, run) {
        if (!is_own_scheme(row->planned.scheme) || row->planned.status != ROW_OK)
            continue;
        const struct measured_row *best = choices_find(run, row, ROLE_BEST),
                                  *reference = run_find(run, row, REFERENCE_SCHEME);
        fprintf(out, "%s, %s %s:", row->planned.scheme->name, piece_head(row), mode_head(row));
        if (best == row)
            fputs(" the best", out);
        else if (best)
            write_ratio(run, row, best, " ", out);
        if (reference && reference != best)
            write_ratio(run, row, reference, best ? ", " : " ", out);
        fputc('\n', out);
    }
}

/* ---- all of them ---- */

void conclusions_write(const struct report *report, const char *program, FILE *out)
{
    const struct run *run = report->run;
    if (!run->n)
        return;
    fputc('\n', out);
    struct grid grid = make_grid(report);
    if (grid.kinds) {
        print_grid(run, &grid, out);
        print_comparison(&grid, MULTIPLY_FREE_TO_MULTIPLIES, "multiply-free / multiplying", out);
        print_comparison(&grid, BRANCHLESS_TO_BRANCHY, "branchless / branchy", out);
    }
    write_care(report, out);
    write_next(report, program, out);
    if (!run->is_of_some_schemes)
        write_takes(report, out);
    write_own(run, out);
}
