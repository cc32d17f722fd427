/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/text.h"
#include "base/tuning.h"
#include "output/output.h"

#include <math.h>

/* ---- twins and controls ---- */

/* Prints each twin that widens the intervals of its column, and a summary of all twins. */
static void note_twins(const struct run *run, FILE *out)
{
    size_t twins = 0, equal = 0;
    double least = INFINITY, most = 0;
    for_each_row (row, run) {
        const struct row *twin = &row->planned;
        struct interval ratio = twin_ratio(run, row);
        if (isnan(ratio.lo))
            continue;
        twins++;
        equal += !twin_gap(ratio);
        least = fmin(least, ratio.mid);
        most = fmax(most, ratio.mid);
        if (twin_gap(ratio))
            fprintf(out,
                    "twin: %s / %s, %s %s %s: ratio %.4f [%.4f, %.4f]; "
                    "all intervals of this column are wider by this difference\n",
                    twin->scheme->name, twin->scheme->twin, twin->list->name,
                    piece_names[twin->list->piece], twin->mode->name, ratio.mid, ratio.lo,
                    ratio.hi);
    }
    if (twins)
        fprintf(out,
                "twins: %zu of %zu identical copies tie with their originals; ratios from %.4f to "
                "%.4f\n",
                equal, twins, least, most);
}

/* Prints the controls that were measured wrong, and how many were measured right. */
static void note_controls(const struct run *run, FILE *out)
{
    size_t controls = 0, wrong = 0;
    for_each_row (row, run) {
        const struct row *planned = &row->planned;
        struct control control = control_find(run, row);
        controls += isfinite(control.measured.lo);
        wrong += control.wrong;
        if (control.wrong)
            fprintf(out, "control: %+d cycles measured as %.2f [%.2f, %.2f]: wrong, %s %s %s %s\n",
                    control.cycles, control.measured.mid, control.measured.lo, control.measured.hi,
                    planned->scheme->name, planned->list->name, piece_names[planned->list->piece],
                    planned->mode->name);
    }
    if (controls)
        fprintf(out, "controls: %zu of %zu known times were measured right\n", controls - wrong,
                controls);
}

/* ---- rows without a result ---- */

static void note_row(const char *label, const struct row *row, FILE *out)
{
    fprintf(out, "%s: %s %s %s %s: %s\n", label, row->scheme->name, row->list->name,
            piece_names[row->list->piece], row->mode->name, row->reason);
}

/* Prints all wrong and crashed rows, but only the first rows in doubt, because a busy machine has
 * many and their reasons are alike. */
static void note_faults(const struct run *run, FILE *out)
{
    enum { SHOWN = 5 };
    size_t in_doubt = 0, slower = run->unstable - run->in_doubt;
    for_each_row (row, run)
        if (row->planned.status == ROW_WRONG || row->planned.status == ROW_CRASHED)
            note_row(row_status_names[row->planned.status], &row->planned, out);
        else if (row->in_doubt && in_doubt++ < SHOWN)
            note_row("unstable, in doubt", &row->planned, out);
    if (in_doubt > SHOWN)
        fprintf(out, "unstable, in doubt: %zu more row%s\n", in_doubt - SHOWN,
                plural(in_doubt - SHOWN));
    if (slower)
        fprintf(out, "unstable, but not the best: %zu row%s of %s column%s\n", slower,
                plural(slower), slower == 1 ? "its" : "their", plural(slower));
}

/* ---- machine and run ---- */

/* Returns the core's clock while the first row was timed; NAN if no row is ok. */
static double clock_of(const struct run *run)
{
    for_each_row (row, run)
        if (row->planned.status == ROW_OK)
            return row->ghz;
    return NAN;
}

static void note_machine(const struct result *result, FILE *out)
{
    const struct machine *machine = result->machine;
    double clock = clock_of(result->run);
    char ghz[16] = "";
    if (isfinite(clock))
        snprintf(ghz, sizeof ghz, "%.2f GHz, ", clock);
    fprintf(out, "\n%s (%s%s), %s%s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown",
            machine->microarchitecture_inferred ? ", inferred from features" : "", ghz,
            result->pin->description, result->build.level, result->build.compiler);
}

static void note_run(const struct result *result, FILE *out)
{
    const struct run *run = result->run;
    const struct resumptions *resumed = &result->resumed;
    double undisturbed = run_undisturbed_share(run);
    fprintf(out, "%zu process%s%s", run->processes_ended, run->processes_ended == 1 ? "" : "es",
            result->partial ? " (interrupted)" : "");
    for (size_t i = 0; i < resumed->n; i++)
        fprintf(out, "%s%zu", i ? ", " : ", resumed after ", resumed->after[i]);
    fputs("; ", out);
    if (isfinite(undisturbed))
        fprintf(out, "core undisturbed %.0f %% of the time; ", 100 * undisturbed);
    fprintf(out, "%zu row%s unstable, %zu unsupported, %zu wrong\n", run->unstable,
            plural(run->unstable), run->unsupported, run->wrong);
    if (result->converted)
        fprintf(out, "lacking: %s (the log was converted from an older format)\n",
                result->converted);
}

void notes_write(const struct result *result, FILE *out)
{
    const struct machine *machine = result->machine;
    double clock = clock_of(result->run);
    note_machine(result, out);
    note_run(result, out);
    note_twins(result->run, out);
    note_controls(result->run, out);
    note_faults(result->run, out);
    if (*result->pin->warning)
        fprintf(out, "warning: %s\n", result->pin->warning);
    if (clock < 0.5 || clock > 10)
        fprintf(out,
                "warning: a core of %.2f GHz: the system's clock is wrong, compare cycles rather "
                "than ns\n",
                clock);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "warning: %s\n", machine->warnings[i]);
}
