/* SPDX-License-Identifier: MIT */
#include "record.h"
#include "break_even.h"
#include "figures.h"
#include "level.h"
#include "report.h"

#include <math.h>

/* NAN without samples. */
static double clean_share(const struct rows *rows)
{
    double clean = 0, all = 0;
    for (size_t i = 0; i < rows->n; i++) {
        clean += rows->row[i].clean_share * (double)rows->row[i].sample_count;
        all += (double)rows->row[i].sample_count;
    }
    return all > 0 ? clean / all : NAN;
}

/* A twin is the same code a second time: its ratio shows what noise, or the place in memory, does. */
static void note_twins(const struct rows *rows, FILE *out)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *twin = &rows->row[i], *original;
        if (!twin->scheme->twin || !twin->process_cycles ||
            !(original = rows_find(rows, twin, twin->scheme->twin)) || !original->process_cycles)
            continue;
        struct interval ratio = figures_ratio(rows, twin, original);
        if (isnan(ratio.lo))
            continue; /* too few processes measured both */
        fprintf(out, "twin: %s / %s, %s %s %s: %.4f [%.4f, %.4f]\n", twin->scheme->name,
                original->scheme->name, twin->workload->name, piece_names[twin->workload->piece],
                twin->way->name, ratio.mid, ratio.lo, ratio.hi);
    }
}

/* All that is wrong, and the first few that are unstable: on a busy machine those are many, and alike. */
static void note_faults(const struct rows *rows, FILE *out)
{
    enum { SHOWN = 5 };
    size_t unstable = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        bool wrong = row->status == ROW_WRONG || row->status == ROW_CRASHED;
        if (wrong || (row->status == ROW_UNSTABLE && unstable++ < SHOWN))
            fprintf(out, "%s: %s %s %s %s: %s\n", wrong ? "WRONG" : "unstable", row->scheme->name,
                    row->workload->name, piece_names[row->workload->piece], row->way->name,
                    row->why);
    }
    if (unstable > SHOWN)
        fprintf(out, "unstable: and %zu more\n", unstable - SHOWN);
}

void record_notes(const struct record *record, FILE *out)
{
    const struct machine *machine = record->machine;
    const struct rows *rows = record->rows;
    char ghz[16] = "";
    for (size_t i = 0; i < rows->n && !*ghz; i++)
        if (rows->row[i].status == ROW_OK)
            snprintf(ghz, sizeof ghz, "%.2f GHz, ", rows->row[i].ghz);
    fprintf(out, "\n%s (%s), %s%s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown", ghz,
            record->pin->how, level_name, level_compiler);
    double clean = clean_share(rows);
    fprintf(out, "%zu processes%s; ", rows->processes, record->partial ? " (interrupted)" : "");
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
