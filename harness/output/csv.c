/* SPDX-License-Identifier: MIT
 * Results as CSV, format 3. A new column is a line of the table `columns`. */
#include "output/csv.h"
#include "analysis/run.h"
#include "base/stats.h"
#include "base/text.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <math.h>

struct cell {
    const struct measured_row *row;
    const struct report *report;
    size_t argument; /* of the column */
};

static bool has_result(const struct cell *cell)
{
    return cell->row->planned.status == ROW_OK;
}

/* Returns the member of struct measured_row at the offset `argument`. */
static const void *row_member(const struct cell *cell)
{
    return (const char *)cell->row + cell->argument;
}

static void write_real(double value, int decimals, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "%.*f", decimals, value);
}

static void write_flag(bool flag, FILE *out)
{
    fputs(flag ? "yes" : "no", out);
}

/* ---- Machine, build and identity of the row ---- */

static void write_cpu(const struct cell *cell, FILE *out)
{
    csv_field(cell->report->machine->slug, out);
}

static void write_microarchitecture(const struct cell *cell, FILE *out)
{
    const struct machine *machine = cell->report->machine;
    csv_field(machine->microarchitecture, out);
    fputs(machine->microarchitecture_inferred ? " (inferred)" : "", out);
}

static void write_level(const struct cell *cell, FILE *out)
{
    csv_field(cell->report->build.level, out);
}

static void write_compiler(const struct cell *cell, FILE *out)
{
    csv_field(cell->report->build.compiler, out);
}

/* Writes the string member of struct scheme at the offset `argument`. */
static void write_scheme_text(const struct cell *cell, FILE *out)
{
    const char *member = (const char *)cell->row->planned.scheme + cell->argument;
    csv_field(*(const char *const *)member, out);
}

static void write_piece(const struct cell *cell, FILE *out)
{
    csv_field(piece_names[cell->row->planned.list->piece], out);
}

static void write_workload(const struct cell *cell, FILE *out)
{
    csv_field(cell->row->planned.list->name, out);
}

static void write_mode(const struct cell *cell, FILE *out)
{
    csv_field(cell->row->planned.mode->name, out);
}

static void write_status(const struct cell *cell, FILE *out)
{
    csv_field(row_status_names[cell->row->planned.status], out);
}

static void write_reason(const struct cell *cell, FILE *out)
{
    csv_field(cell->row->planned.reason, out);
}

static void write_list_length(const struct cell *cell, FILE *out)
{
    fprintf(out, "%zu", cell->row->planned.list->distinct);
}

/* ---- Results ---- */

/* Writes the double of struct measured_row at the offset `argument`, if the row has a result. */
static void write_result(const struct cell *cell, FILE *out)
{
    if (has_result(cell))
        write_real(*(const double *)row_member(cell), 4, out);
}

/* Writes the size_t of struct measured_row at the offset `argument`, if the row has a rank. */
static void write_rank(const struct cell *cell, FILE *out)
{
    if (cell->row->standing.rank_min)
        fprintf(out, "%zu", *(const size_t *)row_member(cell));
}

static void write_tied_with_best(const struct cell *cell, FILE *out)
{
    if (cell->row->standing.rank_min)
        write_flag(cell->row->standing.tied_with_best, out);
}

/* Writes the double of struct measured_row at the offset `argument`, if it is a ratio. */
static void write_ratio(const struct cell *cell, FILE *out)
{
    double ratio = *(const double *)row_member(cell);
    if (cell->row->standing.rank_min && isfinite(ratio))
        fprintf(out, "%.*g", RECORDED_DIGITS, ratio);
}

/* Writes the size_t of struct measured_row at the offset `argument`, if the row has samples. */
static void write_count(const struct cell *cell, FILE *out)
{
    if (cell->row->samples_total)
        fprintf(out, "%zu", *(const size_t *)row_member(cell));
}

static void write_undisturbed_share(const struct cell *cell, FILE *out)
{
    if (cell->row->samples_total)
        write_real(cell->row->undisturbed_share, 3, out);
}

static void write_cycles_source(const struct cell *cell, FILE *out)
{
    if (has_result(cell))
        fputs(isfinite(cell->row->counts[COUNT_CYCLES]) ? "counter" : "canary", out);
}

/* Writes the hardware counter `argument`. */
static void write_counter(const struct cell *cell, FILE *out)
{
    if (has_result(cell))
        write_real(cell->row->counts[cell->argument], 4, out);
}

/* ---- Scheme and workload ---- */

static void write_table_bytes(const struct cell *cell, FILE *out)
{
    const struct row *row = &cell->row->planned;
    fprintf(out, "%zu", scheme_piece_bytes(row->scheme, row->list->piece));
}

/* Writes whether the scheme has the trait `argument`. */
static void write_trait(const struct cell *cell, FILE *out)
{
    write_flag(cell->row->planned.scheme->traits & cell->argument, out);
}

static void write_checksum(const struct cell *cell, FILE *out)
{
    const struct row *row = &cell->row->planned;
    if (cell->row->samples_total && !(row->scheme->traits & MOCK))
        fprintf(out, "%016" PRIx64, row->list->checksum);
}

static void write_mean_occupied(const struct cell *cell, FILE *out)
{
    write_real(cell->row->planned.list->mean_occupied, 1, out);
}

static void write_lookups_per_step(const struct cell *cell, FILE *out)
{
    write_real(cell->row->planned.list->mean_lookups, 2, out);
}

#define OF_ROW(member)    offsetof(struct measured_row, member)
#define OF_SCHEME(member) offsetof(struct scheme, member)

static const struct field {
    const char *header;
    void (*write)(const struct cell *cell, FILE *out);
    size_t argument;
} fields[] = {
    {"cpu", .write = write_cpu},
    {"microarchitecture", .write = write_microarchitecture},
    {"level", .write = write_level},
    {"compiler", .write = write_compiler},
    {"scheme", write_scheme_text, OF_SCHEME(name)},
    {"family", write_scheme_text, OF_SCHEME(family)},
    {"piece", .write = write_piece},
    {"workload", .write = write_workload},
    {"mode", .write = write_mode},
    {"status", .write = write_status},
    {"reason", .write = write_reason},
    {"list_length", .write = write_list_length},
    {"cycles", write_result, OF_ROW(cycles.mid)},
    {"cycles_ci_low", write_result, OF_ROW(cycles.lo)},
    {"cycles_ci_high", write_result, OF_ROW(cycles.hi)},
    {"ns", write_result, OF_ROW(ns.mid)},
    {"ns_ci_low", write_result, OF_ROW(ns.lo)},
    {"ns_ci_high", write_result, OF_ROW(ns.hi)},
    {"core_ghz", write_result, OF_ROW(ghz)},
    {"rank_min", write_rank, OF_ROW(standing.rank_min)},
    {"rank_max", write_rank, OF_ROW(standing.rank_max)},
    {"tied_with_best", .write = write_tied_with_best},
    {"ratio_to_best", write_ratio, OF_ROW(ratio.mid)},
    {"ratio_ci_low", write_ratio, OF_ROW(ratio.lo)},
    {"ratio_ci_high", write_ratio, OF_ROW(ratio.hi)},
    {"processes", write_count, OF_ROW(processes_measured)},
    {"samples_total", write_count, OF_ROW(samples_total)},
    {"undisturbed_share", .write = write_undisturbed_share},
    {"table_bytes", .write = write_table_bytes},
    {"branchless", write_trait, BRANCHLESS},
    {"multiply_free", write_trait, MULTIPLY_FREE},
    {"checksum", .write = write_checksum},
    {"cycles_source", .write = write_cycles_source},
    {"instructions", write_counter, COUNT_INSTRUCTIONS},
    {"branch_misses", write_counter, COUNT_BRANCH_MISSES},
    {"l1_misses", write_counter, COUNT_L1_MISSES},
    {"llc_misses", write_counter, COUNT_CACHE_MISSES},
    {"mean_occupied", .write = write_mean_occupied},
    {"lookups_per_step", .write = write_lookups_per_step},
};

enum { FIELDS = sizeof fields / sizeof *fields };

static void end_field(size_t f, FILE *out)
{
    fputc(f + 1 < FIELDS ? ',' : '\n', out);
}

static void write_row(const struct report *report, const struct measured_row *row, FILE *out)
{
    for (size_t f = 0; f < FIELDS; f++) {
        fields[f].write(&(struct cell){row, report, fields[f].argument}, out);
        end_field(f, out);
    }
}

bool csv_write(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    struct columns columns;
    bool ok = columns_make(&columns, run);
    for (size_t f = 0; ok && f < FIELDS; f++) {
        fputs(fields[f].header, out);
        end_field(f, out);
    }
    for (size_t c = 0; ok && c < columns.n; c++)
        for (size_t i = 0; i < run->n; i++)
            if (run_same_column(&run->row[i], columns.first[c]))
                write_row(report, &run->row[i], out);
    columns_free(&columns);
    return ok;
}
