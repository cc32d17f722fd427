/* SPDX-License-Identifier: MIT */
#include "export/figures.h"
#include "base/text.h"
#include "recommend/recorded_runs.h"

#include <math.h>

static struct interval cycles_of(const struct recorded *recorded, const struct scheme *scheme,
                                 const char *mode, enum piece piece)
{
    const struct recorded_row *row =
        recorded_find_row(recorded, scheme->name, "games", mode, piece);
    return row ? recorded_cycles(recorded, row) : (struct interval){NAN, NAN, NAN};
}

/* Returns whether the run has a result for a single rook, which every scheme has a getter for. */
static bool serves(const struct recorded *recorded, const void *scheme)
{
    return isfinite(cycles_of(recorded, scheme, "throughput", ROOK).mid);
}

static void print_mode(FILE *out, const struct recorded *recorded, const struct scheme *scheme,
                       const char *mode)
{
    const char *before = ":";
    fprintf(out, " *     %s", mode);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        struct interval cycles = cycles_of(recorded, scheme, mode, piece);
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
    struct recorded recorded;
    if (recorded_runs_find(&recorded, serves, scheme)) {
        fprintf(out,
                " * Measured on %s, compiled by %s, %s.\n"
                " * Core cycles per query of real games:\n",
                recorded.cpu, recorded.compiler, recorded.date);
        print_mode(out, &recorded, scheme, "throughput");
        print_mode(out, &recorded, scheme, "latency");
    }
    recorded_free(&recorded);
}
