/* SPDX-License-Identifier: MIT */
#include "export/figures.h"
#include "base/text.h"
#include "record/recorded_runs.h"

#include <math.h>
#include <string.h>

/* Returns the scheme's row of `games`, NULL if there is none. */
static const struct measured_row *find_row(const struct run *run, const struct scheme *scheme,
                                           const char *mode, enum piece piece)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        if (row->list->piece == piece && !strcmp(row->scheme->name, scheme->name) &&
            !strcmp(row->mode->name, mode) && !strcmp(row->list->name, "games"))
            return &run->row[i];
    }
    return NULL;
}

/* Returns whether a comment may contain the text. */
static bool is_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return !strstr(text, "*/");
}

/* Returns whether the run has timed a single rook, which every scheme has a getter for. */
static bool serves(const struct recorded_run *run, const void *scheme)
{
    const struct measured_row *rook = find_row(&run->run, scheme, "throughput", ROOK);
    return run->run.processes_ended && rook && rook->planned.status == ROW_OK &&
           is_plain(run->machine.cpu) && is_plain(run->machine.microarchitecture);
}

static void print_mode(FILE *out, const struct run *run, const struct scheme *scheme,
                       const char *mode)
{
    const char *before = ":";
    fprintf(out, " *     %s", mode);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        const struct measured_row *row = find_row(run, scheme, mode, piece);
        if (!row || row->planned.status != ROW_OK)
            continue;
        fprintf(out, "%s %s %.*f", before, piece_names[piece],
                decimals_of(row->cycles.mid, half_width(row->cycles)), row->cycles.mid);
        before = ",";
    }
    fputs(*before == ':' ? ": no result\n" : "\n", out);
}

void export_figures(FILE *out, const struct scheme *scheme)
{
    char cpu[CPU_TEXT], date[16];
    struct recorded_run *run = recorded_runs_find(serves, scheme);
    if (run) {
        strftime(date, sizeof date, "%Y-%m-%d", gmtime(&run->report.began));
        fprintf(out,
                " * Measured on %s, compiled by %s, %s.\n"
                " * Core cycles per query of real games:\n",
                machine_cpu_text(&run->machine, cpu), run->report.build.compiler, date);
        print_mode(out, &run->run, scheme, "throughput");
        print_mode(out, &run->run, scheme, "latency");
    }
    recorded_run_free(run);
}
