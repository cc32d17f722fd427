/* SPDX-License-Identifier: MIT */
#include "output/advice.h"
#include "analysis/choices.h"
#include "analysis/twins.h"
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
    fputs((*reasons)++ ? "; " : "distrust: ", out);
    vfprintf(out, format, arguments);
    va_end(arguments);
}

/* ---- Figures to distrust ---- */

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
        add_reason(reasons, out, "intervals of %zu processes have a confidence of %.0f %%",
                   run->min_processes, 100 * confidence);
    else if (comparisons)
        add_reason(reasons, out, "ranks are corrected for %zu of %zu comparisons", corrected_for,
                   comparisons);
}

static void write_distrust(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    const struct machine *machine = report->machine;
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
        add_reason(&reasons, out, "twins differ by up to %.1f %%", 100 * difference);
    if (machine_is_loaded(machine))
        add_reason(&reasons, out, "load %.1f on %d CPUs in the last minute", machine->load,
                   machine->cpus);
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
    write_distrust(report, out);
    write_next(report, program, out);
}
