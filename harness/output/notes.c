/* SPDX-License-Identifier: MIT */
#include "output/notes.h"
#include "analysis/break_even.h"
#include "analysis/choices.h"
#include "analysis/ranking.h"
#include "base/text.h"
#include "base/tuning.h"
#include "output/table.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

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

/* ---- Figures to take with care ---- */

/* Adds the columns whose best scheme has a wide interval; names the first ones. */
static void add_wide(const struct run *run, size_t *reasons, FILE *out)
{
    enum { NAMED = 2 };
    size_t wide = 0;
    for (size_t i = 0; i < run->n; i++) {
        if (!is_first_of_column(run, i))
            continue;
        struct column_choices choices = choices_in_column(run, &run->row[i]);
        const struct measured_row *best = choices.choice[ROLE_BEST].row;
        if (!best || table_is_precise(best) || ++wide > NAMED)
            continue;
        add_reason(reasons, out, "%s %s %s ±%.0f %%", best->planned.list->name,
                   piece_names[best->planned.list->piece], best->planned.mode->name,
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
    for (size_t i = 0; i < run->n; i++) {
        struct interval ratio = twin_ratio(run, &run->row[i]);
        if (ratio.lo > 1 || ratio.hi < 1)
            most = fmax(most, fabs(ratio.mid - 1));
    }
    return most;
}

/* Adds that too few processes ran: for intervals of 95 %, or for all comparisons together. */
static void add_processes(const struct run *run, size_t *reasons, FILE *out)
{
    double confidence = interval_confidence(run);
    size_t comparisons = 0, corrected_for = 0;
    for (size_t i = 0; i < run->n; i++) {
        if (!is_first_of_column(run, i))
            continue;
        struct column_confidence column = column_confidence(run, &run->row[i]);
        if (column.comparisons > column.corrected_for && column.comparisons > comparisons) {
            comparisons = column.comparisons;
            corrected_for = column.corrected_for;
        }
    }
    if (isnan(confidence))
        add_reason(reasons, out, "a single process gives no interval");
    else if (confidence < CONFIDENCE)
        add_reason(reasons, out, "%zu processes give intervals of %.0f %% confidence, not 95 %%",
                   run->min_processes, 100 * confidence);
    else if (comparisons)
        add_reason(reasons, out, "ranks hold together for %zu of %zu comparisons", corrected_for,
                   comparisons);
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
    if (reasons)
        fputc('\n', out);
}

/* ---- The next command ---- */

static bool is_full(const struct run_request *request)
{
    for (size_t i = 0; request && i < request->given_count; i++)
        if (!strcmp(request->given[i].name, "full"))
            return true;
    return false;
}

static void write_next(const struct report *report, const char *program, FILE *out)
{
    const struct run *run = report->run;
    bool busy = run->in_doubt || run_undisturbed_share_by_rows(run) < QUIET_SHARE;
    fputs("next: ", out);
    if ((report->partial || run->in_doubt) && *report->saved)
        fprintf(out, "%s bench --resume %s\n", program, report->saved);
    else if (!is_full(report->request) && run->in_doubt)
        fprintf(out, "%s bench --preset standard --out results   (20 processes over 15 minutes)\n",
                program);
    else if (!is_full(report->request))
        fprintf(
            out,
            "%s bench --full --out results   (cold caches; a result to send), or %s recommend\n",
            program, program);
    else if (busy)
        fprintf(out, "%s bench --full --out results   (on a quiet machine, for a result to send)\n",
                program);
    else if (run->processes_ended < SENT_PROCESSES)
        fprintf(out,
                "%s bench --full --out results   (%d processes or more, for a result to send)\n",
                program, SENT_PROCESSES);
    else if (!*report->saved)
        fprintf(out, "%s bench --full --out results   (writes a log to send)\n", program);
    else
        fprintf(out, "send %s in a pull request\n", report->saved);
}

void advice_write(const struct report *report, const char *program, FILE *out)
{
    write_care(report, out);
    write_next(report, program, out);
}

/* ---- notes ---- */

/* ---- A/A controls ---- */

static bool contains_one(struct interval ratio)
{
    return ratio.lo <= 1 && ratio.hi >= 1;
}

struct twin_summary {
    size_t twins, equal; /* equal: the interval of the ratio contains 1 */
    double least, most;  /* ratios */
};

static struct twin_summary summarize_twins(const struct run *run)
{
    struct twin_summary summary = {.least = INFINITY, .most = 0};
    for (size_t i = 0; i < run->n; i++) {
        struct interval ratio = twin_ratio(run, &run->row[i]);
        if (isnan(ratio.lo))
            continue;
        summary.twins++;
        summary.equal += contains_one(ratio);
        summary.least = fmin(summary.least, ratio.mid);
        summary.most = fmax(summary.most, ratio.mid);
    }
    return summary;
}

/* Prints the ratios of all twins if they are few; of many, those whose interval excludes 1, and
 * a summary. */
static void note_twins(const struct run *run, FILE *out)
{
    enum { FEW = 8 };
    struct twin_summary summary = summarize_twins(run);
    for (size_t i = 0; i < run->n; i++) {
        const struct row *twin = &run->row[i].planned;
        struct interval ratio = twin_ratio(run, &run->row[i]);
        if (!isnan(ratio.lo) && (summary.twins <= FEW || !contains_one(ratio)))
            fprintf(out, "twin: %s / %s, %s %s %s: ratio %.4f [%.4f, %.4f]\n", twin->scheme->name,
                    twin->scheme->twin, twin->list->name, piece_names[twin->list->piece],
                    twin->mode->name, ratio.mid, ratio.lo, ratio.hi);
    }
    if (summary.twins > FEW)
        fprintf(out, "twins: %zu of %zu intervals contain 1; ratios from %.4f to %.4f\n",
                summary.equal, summary.twins, summary.least, summary.most);
}

/* ---- Incremental schemes ---- */

static void note_break_even(const struct run *run, FILE *out)
{
    struct break_even found;
    for (size_t i = 0; i < run->n; i++) {
        if (!break_even_find(run, &run->row[i], &found))
            continue;
        const struct interval *lookups = &found.lookups_per_move;
        const char *workload = found.list->name;
        double mean = found.list->mean_lookups;
        fprintf(
            out,
            "break-even: %s: %+.1f cycles per move for its view; %.2f cycles per lookup, %s %.2f: ",
            found.scheme->name, found.extra_upkeep, found.cycles_per_lookup, found.against->name,
            found.cycles_per_lookup_against);
        if (isinf(lookups->mid))
            fprintf(out, "never faster (%.1f lookups per move in %s)\n", mean, workload);
        else
            fprintf(out, "faster from %.1f [%.1f, %.1f] lookups per move on (%.1f in %s)\n",
                    lookups->mid, lookups->lo, lookups->hi, mean, workload);
    }
}

/* ---- Rows without a result ---- */

static void note_row(const char *label, const struct row *row, FILE *out)
{
    fprintf(out, "%s: %s %s %s %s: %s\n", label, row->scheme->name, row->list->name,
            piece_names[row->list->piece], row->mode->name, row->reason);
}

/* Prints all wrong and crashed rows, but only the first rows in doubt: on a busy machine these
 * are many and alike. */
static void note_faults(const struct run *run, FILE *out)
{
    enum { SHOWN = 5 };
    size_t in_doubt = 0, slower = run->unstable - run->in_doubt;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->planned.status == ROW_WRONG || row->planned.status == ROW_CRASHED)
            note_row(row_status_names[row->planned.status], &row->planned, out);
        else if (row->in_doubt && in_doubt++ < SHOWN)
            note_row("unstable, in doubt", &row->planned, out);
    }
    if (in_doubt > SHOWN)
        fprintf(out, "unstable, in doubt: %zu more rows\n", in_doubt - SHOWN);
    if (slower)
        fprintf(out, "slower: %zu unstable row%s, not the best of %s column%s\n", slower,
                plural(slower), slower == 1 ? "its" : "their", plural(slower));
}

/* Prints how much memory tables take where several processes run. */
static void note_copies(const struct run *run, FILE *out)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct mode_spec *mode = run->row[i].planned.mode;
        if (mode_info(mode)->copies != OWN_TABLES)
            continue;
        fprintf(out, "%s: %u copies of the tables in memory; processes-shared-%u: one\n",
                mode->name, mode->threads, mode->threads);
        return;
    }
}

/* ---- Machine and run ---- */

static void note_machine(const struct report *report, FILE *out)
{
    const struct machine *machine = report->machine;
    const struct run *run = report->run;
    char ghz[16] = "";
    for (size_t i = 0; i < run->n && !*ghz; i++)
        if (run->row[i].planned.status == ROW_OK)
            snprintf(ghz, sizeof ghz, "%.2f GHz, ", run->row[i].ghz);
    fprintf(out, "\n%s (%s%s), %s%s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown",
            machine->microarchitecture_inferred ? ", inferred from features" : "", ghz,
            report->pin->description, report->build.level, report->build.compiler);
}

static void note_run(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    const struct resumptions *resumed = &report->resumed;
    double undisturbed = run_undisturbed_share_by_rows(run);
    fprintf(out, "%zu processes%s", run->processes_ended, report->partial ? " (interrupted)" : "");
    for (size_t i = 0; i < resumed->n; i++)
        fprintf(out, "%s%zu", i ? ", " : ", resumed after ", resumed->after[i]);
    fputs("; ", out);
    if (isfinite(undisturbed))
        fprintf(out, "core undisturbed %.0f %% of the time; ", 100 * undisturbed);
    fprintf(out, "%zu rows unstable, %zu unsupported, %zu wrong\n", run->unstable, run->unsupported,
            run->wrong);
}

void notes_write(const struct report *report, FILE *out)
{
    const struct machine *machine = report->machine;
    note_machine(report, out);
    note_run(report, out);
    note_twins(report->run, out);
    note_break_even(report->run, out);
    note_faults(report->run, out);
    note_copies(report->run, out);
    if (*report->pin->warning)
        fprintf(out, "warning: %s\n", report->pin->warning);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "warning: %s\n", machine->warnings[i]);
}
