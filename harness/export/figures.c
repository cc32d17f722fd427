/* SPDX-License-Identifier: MIT */
#include "export/figures.h"
#include "base/text.h"
#include "record/recorded_runs.h"

#include <math.h>

static struct interval cycles_of(const struct run_times *times, const struct scheme *scheme,
                                 const char *mode, enum piece piece)
{
    const struct run_times_row *row = run_times_find_row(times, scheme->name, "games", mode, piece);
    return row ? run_times_cycles(times, row) : (struct interval){NAN, NAN, NAN};
}

/* Returns whether the run has a result for a single rook, which every scheme has a getter for. */
static bool serves(const struct run_times *times, const void *scheme)
{
    return isfinite(cycles_of(times, scheme, "throughput", ROOK).mid);
}

static void print_mode(FILE *out, const struct run_times *times, const struct scheme *scheme,
                       const char *mode)
{
    const char *before = ":";
    fprintf(out, " *     %s", mode);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        struct interval cycles = cycles_of(times, scheme, mode, piece);
        if (isnan(cycles.mid))
            continue;
        fprintf(out, "%s %s %.*f", before, piece_names[piece],
                decimals_of(cycles.mid, half_width(cycles)), cycles.mid);
        before = ",";
    }
    fputs(*before == ':' ? ": no result\n" : "\n", out);
}

void export_figures(FILE *out, const struct scheme *scheme)
{
    struct run_times times;
    if (recorded_runs_find(&times, serves, scheme)) {
        fprintf(out,
                " * Measured on %s, compiled by %s, %s.\n"
                " * Core cycles per query of real games:\n",
                times.cpu, times.compiler, times.date);
        print_mode(out, &times, scheme, "throughput");
        print_mode(out, &times, scheme, "latency");
    }
    run_times_free(&times);
}
