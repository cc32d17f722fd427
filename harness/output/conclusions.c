/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/array.h"
#include "base/text.h"
#include "base/tuning.h"
#include "output/table.h"
#include "plan/matrix.h"
#include "record/log_file.h"
#include "well_known.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- what it costs to do without ---- */

enum { MAX_COMPARED = 6 };

/* Chooses the columns in which schemes are compared: the columns of the default run or, if the run
 * has none of them, its first columns. Returns their number. */
static size_t compared_columns(const struct result *result,
                               const struct column *column[static MAX_COMPARED])
{
    size_t n = 0;
    for (int all = 0; all < 2 && !n; all++)
        for_each_column (each, result->run)
            if (n < MAX_COMPARED &&
                (all || matrix_default_has(each->list, each->mode, result->machine)))
                column[n++] = each;
    return n;
}

/* Writes "multiply-free / multiplying, time of the best: rook warm 0.82 [0.81, 0.83]". */
static void write_comparison(const struct result *result, const char *label, enum role a,
                             enum role b, FILE *out)
{
    const struct column *column[MAX_COMPARED];
    size_t written = 0, n = compared_columns(result, column);
    for (size_t i = 0; i < n; i++) {
        const struct interval ratio =
            column_ratio(result->run, choice_of_role(result->run, column[i], a),
                         choice_of_role(result->run, column[i], b));
        if (isnan(ratio.lo))
            continue;
        if (!written++)
            fprintf(out, "%s, time of the best:", label);
        const char *workload = column[i]->list->name;
        const bool other = strcmp(workload, column[0]->list->name) != 0;
        fprintf(out, "%s %s%s%s %s %.2f [%.2f, %.2f]", written > 1 ? "," : "",
                other ? workload : "", other ? " " : "", piece_head(column[i]),
                mode_head(result, column[i]), ratio.mid, ratio.lo, ratio.hi);
    }
    if (written)
        fputc('\n', out);
}

/* ---- figures to take with care ---- */

/* Prints a reason behind the earlier ones; *reasons counts them. */
__attribute__((format(printf, 3, 4))) static void add_reason(size_t *reasons, FILE *out,
                                                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs((*reasons)++ ? "; " : "take with care: ", out);
    vfprintf(out, format, arguments);
    va_end(arguments);
}

/* Adds the columns whose best scheme has a wide interval: names the first, counts the others. */
static void add_wide(const struct result *result, size_t *reasons, FILE *out)
{
    const struct run *run = result->run;
    enum { NAMED = 2 };
    size_t wide = 0;
    for_each_column (column, run) {
        const struct measured_row *best = choice_of_role(run, column, ROLE_BEST);
        if (!best || row_is_precise(best) || ++wide > NAMED)
            continue;
        add_reason(reasons, out, "best of %s %s %s ±%.0f %%", column->list->name,
                   piece_head(column), mode_head(result, column),
                   100 * half_width(best->cycles) / best->cycles.mid);
    }
    if (wide > NAMED)
        add_reason(reasons, out, "%zu more column%s ± over %.0f %%", wide - NAMED,
                   plural(wide - NAMED), 100 * PRECISE_WIDTH);
}

/* Adds the number of processes, if too few ran for intervals of 95 %. */
static void add_processes(const struct run *run, size_t *reasons, FILE *out)
{
    double confidence = run_confidence(run);
    if (isnan(confidence))
        add_reason(reasons, out, "a single process gives no interval");
    else if (confidence < CONFIDENCE)
        add_reason(reasons, out, "%zu processes give intervals of %.0f %% confidence, not 95 %%",
                   run->min_processes, 100 * confidence);
}

/* Writes why to take figures with care, as far as the notes do not say it. */
static void write_care(const struct result *result, FILE *out)
{
    size_t reasons = 0;
    if (result->run->min_processes)
        add_processes(result->run, &reasons, out);
    add_wide(result, &reasons, out);
    if (reasons)
        fputc('\n', out);
}

/* ---- the next command ---- */

/* Writes what the next command is for, and below that the command, unfolded so that it can be
 * copied. */
static void write_next(const struct result *result, const char *program, FILE *out)
{
    const struct run *run = result->run;
    char log[2 * LOG_PATH_SIZE];
    const bool saved = *result->saved, full = result->request->full,
               few = run->processes_ended < SENT_PROCESSES;
    if (saved && (result->partial || run->in_doubt || (full && few)))
        fprintf(out, "next, to complete this run on its machine:\n        %s bench --resume %s\n",
                program, shell_word(result->saved, log, sizeof log));
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
                "next, what trials of engines say, and what to take with restrictions:\n"
                "        %s recommend %s\n",
                program, shell_word(result->saved, log, sizeof log));
}

/* ---- the scheme to take ---- */

/* Writes the scheme to take, and how much longer engines should take with the fastest scheme of the
 * column and with the common schemes. */
static void write_take(const struct recommendation *r, FILE *out)
{
    const struct candidate *taken = &r->candidate[0];
    const char *separator = ": engines take", *untried = NULL;
    fprintf(out, "take %s for %s", taken->row->planned.scheme->name, r->profile->use);
    for (const struct candidate *c = taken + 1; c < taken + r->n; c++) {
        const struct scheme *scheme = c->row->planned.scheme;
        const bool fastest = c->row == r->fastest;
        if (fastest && !c->trials)
            untried = scheme->name;
        else if (isfinite(c->engine) && (fastest || is_common_scheme(scheme))) {
            fprintf(out, "%s %.1f %% %s with %s%s", separator, 100 * fabs(c->engine - 1),
                    c->engine < 1 ? "less" : "longer", scheme->name,
                    fastest ? " (the fastest here)" : "");
            separator = ",";
        }
    }
    if (*separator == ',')
        fputs(", as trials and this column predict", out);
    if (untried)
        fprintf(out, "; %s is the fastest here, but no engine was tried with it", untried);
    fputc('\n', out);
}

static void write_takes(const struct result *result, FILE *out)
{
    static const enum profile_id engines[] = {PROFILE_NNUE, PROFILE_HCE};
    const struct restrictions none = {.max_kib = UINT64_MAX};
    for (size_t i = 0; i < COUNT(engines); i++) {
        const struct profile *profile = &profiles[engines[i]];
        const struct column *column = profile_column(profile, result->run, result->machine);
        struct recommendation r;
        struct error unranked;
        if (!column)
            continue;
        if (recommendation_make(&r, result->run, column, profile, &none, &unranked))
            write_take(&r, out);
        recommendation_free(&r);
    }
}

/* ---- the user's own scheme ---- */

/* Writes the ratio of the user's own scheme to another one of its column. */
static void write_ratio(const struct run *run, const struct measured_row *own,
                        const struct measured_row *other, const char *gap, FILE *out)
{
    struct interval ratio = column_ratio(run, own, other);
    if (other == own || isnan(ratio.mid))
        return;
    fprintf(out, "%s%.2f", gap, ratio.mid);
    if (!isnan(ratio.lo))
        fprintf(out, " [%.2f, %.2f]", ratio.lo, ratio.hi);
    fprintf(out, " times as long as %s", other->planned.scheme->name);
}

/* Writes how long the user's own scheme takes, compared with the best scheme and with PEXT in each
 * column. Returns whether the run has an own scheme. */
static bool write_own(const struct result *result, FILE *out)
{
    const struct run *run = result->run;
    bool found = false;
    for_each_row (row, run) {
        if (!is_own_scheme(row->planned.scheme))
            continue;
        found = true;
        if (row->planned.status != ROW_OK)
            continue;
        const struct measured_row *best = choice_of_role(run, row->column, ROLE_BEST),
                                  *usual = run_find(run, row->column, USUAL_COMPARISON);
        fprintf(out, "%s, %s %s:", row->planned.scheme->name, piece_head(row->column),
                mode_head(result, row->column));
        if (best == row)
            fputs(" the best", out);
        else if (best)
            write_ratio(run, row, best, " ", out);
        if (usual && usual != best)
            write_ratio(run, row, usual, best ? ", " : " ", out);
        fputc('\n', out);
    }
    return found;
}

/* ---- all conclusions ---- */

void conclusions_write(const struct result *result, const char *program, FILE *out)
{
    if (!result->run->n)
        return;
    fputc('\n', out);
    if (!result->run->is_of_some_schemes) {
        write_comparison(result, "multiply-free / multiplying", ROLE_MULTIPLY_FREE, ROLE_MULTIPLIES,
                         out);
        write_comparison(result, "branchless / branchy", ROLE_BRANCHLESS, ROLE_BRANCHY, out);
    }
    write_care(result, out);
    if (!write_own(result, out)) /* the log of a user's own scheme is not to be sent */
        write_next(result, program, out);
    if (!result->run->is_of_some_schemes)
        write_takes(result, out);
}
