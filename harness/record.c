/* SPDX-License-Identifier: MIT */
#include "record.h"
#include "commit.h"
#include "figures.h"
#include "level.h"
#include "report.h"

#include <math.h>
#include <string.h>
#include <time.h>

enum { FORMAT_VERSION = 1 };

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
                mode_names[twin->mode], ratio.mid, ratio.lo, ratio.hi);
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
                    row->workload->name, piece_names[row->workload->piece], mode_names[row->mode],
                    row->why);
    }
    if (unstable > SHOWN)
        fprintf(out, "unstable: and %zu more\n", unstable - SHOWN);
}

void record_notes(const struct record *record, FILE *out)
{
    const struct machine *machine = record->machine;
    const struct rows *rows = record->rows;
    double ghz = rows->n ? rows->row[0].ghz : NAN;
    fprintf(out, "\n%s (%s), %.2f GHz, %s; level %s, %s\n", machine->slug,
            *machine->microarchitecture ? machine->microarchitecture : "unknown", ghz,
            record->pin->how, level_name, level_compiler);
    fprintf(
        out,
        "%zu processes%s; %.0f %% of the samples undisturbed; %zu rows unstable, %zu unsupported, "
        "%zu wrong\n",
        rows->processes, record->partial ? " (interrupted)" : "", 100 * clean_share(rows),
        rows->unstable, rows->unsupported, rows->wrong);
    if (rows->processes < 6)
        fprintf(out,
                "indicative: intervals of %zu processes hold %.0f %% at the most; --standard takes "
                "20\n",
                rows->processes, 100 * rows->confidence);
    note_twins(rows, out);
    note_faults(rows, out);
    if (*record->pin->warning)
        fprintf(out, "warning: %s\n", record->pin->warning);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "warning: %s\n", machine->warnings[i]);
}

static json_t *names(const bool *wanted, const char *const *name, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        if (wanted[i])
            json_array_append_new(array, json_string(name[i]));
    return array;
}

static json_t *json_options(const struct options *o)
{
    json_t *workloads = json_array();
    for (size_t i = 0; i < o->workload_count; i++)
        json_array_append_new(workloads, json_string(o->workloads[i]));
    return json_pack("{s:o, s:o, s:o, s:I, s:f, s:f, s:I, s:I, s:b, s:s, s:b}", "pieces",
                     names(o->pieces, piece_names, PIECES), "modes",
                     names(o->modes, mode_names, MODES), "workloads", workloads, "processes",
                     (json_int_t)o->processes, "spread", o->spread, "seconds", o->seconds,
                     "queries", (json_int_t)o->list_length, "seed", (json_int_t)o->seed,
                     "own_positions", o->positions != NULL, "pages", o->huge_pages ? "huge" : "4k",
                     "interleaved", o->interleaved);
}

bool record_json(const struct record *record, const char *csv_crc32, FILE *out)
{
    const struct pin *pin = record->pin;
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    json_t *root = json_pack(
        "{s:i, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:{s:b, s:i, s:b, s:s, s:s}, s:o, s:s, s:f, "
        "s:s?, s:o}",
        "format", FORMAT_VERSION, "partial", record->partial, "slidebench", SLIDEBENCH_VERSION,
        "commit", SLIDEBENCH_COMMIT, "date", date, "level", level_name, "compiler", level_compiler,
        "flags", level_flags, "options", json_options(record->options), "pin", "pinned",
        pin->pinned, "cpu", pin->cpu, "smt_shared", pin->smt_shared, "how", pin->how, "warning",
        pin->warning, "machine", machine_json(record->machine), "cycles_source",
        record->rows->counted ? "counter" : "canary", "reference_ipc",
        isfinite(record->rows->reference_ipc) ? record->rows->reference_ipc : 0.0, "csv_crc32",
        csv_crc32, "rows", report_json(record->rows));
    bool ok = root && json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0 &&
              fputc('\n', out) != EOF;
    json_decref(root);
    return ok;
}
