/* SPDX-License-Identifier: MIT */
#include "output/notes.h"
#include "analysis/break_even.h"
#include "analysis/conclude.h"
#include "target/isa_level.h"
#include "output/report.h"

#include <math.h>

/* NAN without samples. */
static double undisturbed_share(const struct run *run)
{
    double clean = 0, all = 0;
    for (size_t i = 0; i < run->n; i++) {
        clean += run->row[i].undisturbed_share * (double)run->row[i].sample_count;
        all += (double)run->row[i].sample_count;
    }
    return all > 0 ? clean / all : NAN;
}

/* Of a twin to its original; all NAN if too few processes measured both, or if the row is no twin's. */
static struct interval twin_ratio(const struct run *run, const struct measured_row *twin)
{
    const struct measured_row *original =
        twin->id.scheme->twin ? run_find(run, twin, twin->id.scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    return paired_ratio(run, twin, original);
}

/* A twin is the same code a second time: its ratio shows what noise, or the place in memory, does. Of many, those are
 * said whose interval misses 1. */
static void note_twins(const struct run *run, FILE *out)
{
    enum { FEW = 8 };
    size_t n = 0, hold = 0;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < run->n; i++) {
        struct interval ratio = twin_ratio(run, &run->row[i]);
        if (isnan(ratio.lo))
            continue;
        n++;
        hold += ratio.lo <= 1 && ratio.hi >= 1;
        least = fmin(least, ratio.mid);
        most = fmax(most, ratio.mid);
    }
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *twin = &run->row[i];
        struct interval ratio = twin_ratio(run, twin);
        if (!isnan(ratio.lo) && (n <= FEW || ratio.lo > 1 || ratio.hi < 1))
            fprintf(out, "twin: %s / %s, %s %s %s: %.4f [%.4f, %.4f]\n", twin->id.scheme->name,
                    twin->id.scheme->twin, twin->id.workload->name,
                    piece_names[twin->id.workload->piece], twin->id.mode->name, ratio.mid, ratio.lo,
                    ratio.hi);
    }
    if (n > FEW)
        fprintf(out, "twins: %zu of %zu intervals hold 1; ratios from %.4f to %.4f\n", hold, n,
                least, most);
}

static void note_row(const char *what, const struct measured_row *row, FILE *out)
{
    fprintf(out, "%s: %s %s %s %s: %s\n", what, row->id.scheme->name, row->id.workload->name,
            piece_names[row->id.workload->piece], row->id.mode->name, row->id.reason);
}

/* All that is wrong, and the first few that are in doubt: on a busy machine those are many, and alike. */
static void note_faults(const struct run *run, FILE *out)
{
    enum { SHOWN = 5 };
    size_t shown = 0, slower = run->unstable - run->in_doubt;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->id.status == ROW_WRONG || row->id.status == ROW_CRASHED)
            note_row("WRONG", row, out);
        else if (row->in_doubt && shown++ < SHOWN)
            note_row("in doubt", row, out);
    }
    if (shown > SHOWN)
        fprintf(out, "in doubt: and %zu more\n", shown - SHOWN);
    if (slower)
        fprintf(out, "slower: %zu row%s without a figure, but not the best of %s column\n", slower,
                slower == 1 ? "" : "s", slower == 1 ? "its" : "their");
}

/* "; resumed after 3, 7" */
static void note_resumes(const struct resume *resume, FILE *out)
{
    for (size_t i = 0; resume && i < resume->times; i++)
        fprintf(out, "%s%zu", i ? ", " : ", resumed after ", resume->after[i]);
}

void notes_write(const struct record *record, FILE *out)
{
    const struct machine *machine = record->machine;
    const struct run *run = record->run;
    char ghz[16] = "";
    for (size_t i = 0; i < run->n && !*ghz; i++)
        if (run->row[i].id.status == ROW_OK)
            snprintf(ghz, sizeof ghz, "%.2f GHz, ", run->row[i].ghz);
    fprintf(out, "\n%s (%s%s), %s%s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown",
            machine->microarchitecture_inferred ? ", inferred from features" : "", ghz,
            record->pin->description, level_name, level_compiler);
    double clean = undisturbed_share(run);
    fprintf(out, "%zu processes%s", run->processes, record->partial ? " (interrupted)" : "");
    note_resumes(record->resume, out);
    fputs("; ", out);
    if (isfinite(clean))
        fprintf(out, "%.0f %% of the samples undisturbed; ", 100 * clean);
    fprintf(out, "%zu rows unstable, %zu unsupported, %zu wrong\n", run->unstable, run->unsupported,
            run->wrong);
    if (run->min_processes < 6)
        fprintf(
            out,
            "indicative: an interval of %zu processes holds %.0f %% at the most; --preset standard takes "
            "20\n",
            run->min_processes, 100 * stats_confidence(1, run->min_processes));
    note_twins(run, out);
    break_even_print(run, out);
    note_faults(run, out);
    if (*record->pin->warning)
        fprintf(out, "warning: %s\n", record->pin->warning);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "warning: %s\n", machine->warnings[i]);
}
