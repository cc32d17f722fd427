/* SPDX-License-Identifier: MIT */
#include "output/notes.h"
#include "analysis/break_even.h"
#include "analysis/conclude.h"
#include "target/isa_level.h"
#include "output/report.h"

#include <math.h>

/* NAN without samples. */
static double undisturbed_share(const struct rows *rows)
{
    double clean = 0, all = 0;
    for (size_t i = 0; i < rows->n; i++) {
        clean += rows->row[i].undisturbed_share * (double)rows->row[i].sample_count;
        all += (double)rows->row[i].sample_count;
    }
    return all > 0 ? clean / all : NAN;
}

/* Of a twin to its original; all NAN if too few processes measured both, or if the row is no twin's. */
static struct interval twin_ratio(const struct rows *rows, const struct row *twin)
{
    const struct row *original =
        twin->scheme->twin ? rows_find(rows, twin, twin->scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    return paired_ratio(rows, twin, original);
}

/* A twin is the same code a second time: its ratio shows what noise, or the place in memory, does. Of many, those are
 * said whose interval misses 1. */
static void note_twins(const struct rows *rows, FILE *out)
{
    enum { FEW = 8 };
    size_t n = 0, hold = 0;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < rows->n; i++) {
        struct interval ratio = twin_ratio(rows, &rows->row[i]);
        if (isnan(ratio.lo))
            continue;
        n++;
        hold += ratio.lo <= 1 && ratio.hi >= 1;
        least = fmin(least, ratio.mid);
        most = fmax(most, ratio.mid);
    }
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *twin = &rows->row[i];
        struct interval ratio = twin_ratio(rows, twin);
        if (!isnan(ratio.lo) && (n <= FEW || ratio.lo > 1 || ratio.hi < 1))
            fprintf(out, "twin: %s / %s, %s %s %s: %.4f [%.4f, %.4f]\n", twin->scheme->name,
                    twin->scheme->twin, twin->workload->name, piece_names[twin->workload->piece],
                    twin->mode->name, ratio.mid, ratio.lo, ratio.hi);
    }
    if (n > FEW)
        fprintf(out, "twins: %zu of %zu intervals hold 1; ratios from %.4f to %.4f\n", hold, n,
                least, most);
}

static void note_row(const char *what, const struct row *row, FILE *out)
{
    fprintf(out, "%s: %s %s %s %s: %s\n", what, row->scheme->name, row->workload->name,
            piece_names[row->workload->piece], row->mode->name, row->why);
}

/* All that is wrong, and the first few that are in doubt: on a busy machine those are many, and alike. */
static void note_faults(const struct rows *rows, FILE *out)
{
    enum { SHOWN = 5 };
    size_t shown = 0, slower = rows->unstable - rows->in_doubt;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        if (row->status == ROW_WRONG || row->status == ROW_CRASHED)
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
    const struct rows *rows = record->rows;
    char ghz[16] = "";
    for (size_t i = 0; i < rows->n && !*ghz; i++)
        if (rows->row[i].status == ROW_OK)
            snprintf(ghz, sizeof ghz, "%.2f GHz, ", rows->row[i].ghz);
    fprintf(out, "\n%s (%s%s), %s%s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown",
            machine->microarchitecture_inferred ? ", inferred from features" : "", ghz,
            record->pin->description, level_name, level_compiler);
    double clean = undisturbed_share(rows);
    fprintf(out, "%zu processes%s", rows->processes, record->partial ? " (interrupted)" : "");
    note_resumes(record->resume, out);
    fputs("; ", out);
    if (isfinite(clean))
        fprintf(out, "%.0f %% of the samples undisturbed; ", 100 * clean);
    fprintf(out, "%zu rows unstable, %zu unsupported, %zu wrong\n", rows->unstable,
            rows->unsupported, rows->wrong);
    if (rows->fewest < 6)
        fprintf(
            out,
            "indicative: an interval of %zu processes holds %.0f %% at the most; --standard takes "
            "20\n",
            rows->fewest, 100 * stats_confidence(1, rows->fewest));
    note_twins(rows, out);
    break_even_print(rows, out);
    note_faults(rows, out);
    if (*record->pin->warning)
        fprintf(out, "warning: %s\n", record->pin->warning);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "warning: %s\n", machine->warnings[i]);
}
