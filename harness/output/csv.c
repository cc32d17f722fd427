/* SPDX-License-Identifier: MIT
 * Results as CSV, format 3. A new column is a name in the header and a line in one of the functions
 * below it. */
#include "analysis/run.h"
#include "base/stats.h"
#include "base/text.h"
#include "output/views.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <math.h>

static const char header[] =
    "cpu,microarchitecture,level,compiler,scheme,family,piece,workload,mode,status,reason,"
    "list_length,cycles,cycles_ci_low,cycles_ci_high,ns,ns_ci_low,ns_ci_high,core_ghz,rank_min,"
    "rank_max,tied_with_best,ratio_to_best,ratio_ci_low,ratio_ci_high,processes,samples_total,"
    "undisturbed_share,table_bytes,branchless,multiply_free,checksum,cycles_source,instructions,"
    "branch_misses,l1_misses,llc_misses,mean_occupied,lookups_per_step\n";

/* ---- a field, with the comma after it ---- */

static void write_text(const char *text, FILE *out)
{
    csv_field(text, out);
    fputc(',', out);
}

static void write_flag(bool flag, FILE *out)
{
    fputs(flag ? "yes," : "no,", out);
}

/* Writes a number with `decimals`, or nothing if it is unknown. */
static void write_number(double value, int decimals, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "%.*f", decimals, value);
    fputc(',', out);
}

static void write_ratio(double ratio, FILE *out)
{
    if (isfinite(ratio))
        fprintf(out, "%.*g", RECORDED_DIGITS, ratio);
    fputc(',', out);
}

/* Writes a count, or nothing if it is unknown. */
static void write_count(bool known, size_t count, FILE *out)
{
    if (known)
        fprintf(out, "%zu", count);
    fputc(',', out);
}

/* ---- the fields of a row ---- */

static void write_identity(const struct report *report, const struct row *row, FILE *out)
{
    write_text(report->machine->slug, out);
    csv_field(report->machine->microarchitecture, out);
    fputs(report->machine->microarchitecture_inferred ? " (inferred)," : ",", out);
    write_text(report->build.level, out);
    write_text(report->build.compiler, out);
    write_text(row->scheme->name, out);
    write_text(row->scheme->family, out);
    write_text(piece_names[row->list->piece], out);
    write_text(row->list->name, out);
    write_text(row->mode->name, out);
    write_text(row_status_names[row->status], out);
    write_text(row->reason, out);
    write_count(true, row->list->distinct, out);
}

static void write_times(const struct measured_row *row, FILE *out)
{
    const double times[] = {row->cycles.mid, row->cycles.lo, row->cycles.hi, row->ns.mid,
                            row->ns.lo,      row->ns.hi,     row->ghz};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        write_number(row->planned.status == ROW_OK ? times[i] : NAN, 4, out);
}

static void write_rank(const struct measured_row *row, FILE *out)
{
    const struct standing *standing = &row->standing;
    const double ratios[] = {row->ratio.mid, row->ratio.lo, row->ratio.hi};
    bool ranked = standing->rank_min;
    write_count(ranked, standing->rank_min, out);
    write_count(ranked, standing->rank_max, out);
    write_text(!ranked ? "" : standing->tied_with_best ? "yes" : "no", out);
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        write_ratio(ranked ? ratios[i] : NAN, out);
}

static void write_samples(const struct measured_row *row, FILE *out)
{
    bool sampled = row->samples_total;
    write_count(sampled, row->processes_measured, out);
    write_count(sampled, row->samples_total, out);
    write_number(sampled ? row->undisturbed_share : NAN, 3, out);
}

static void write_scheme(const struct measured_row *row, FILE *out)
{
    const struct scheme *scheme = row->planned.scheme;
    write_count(true, scheme_piece_bytes(scheme, row->planned.list->piece), out);
    write_flag(scheme->traits & BRANCHLESS, out);
    write_flag(scheme->traits & MULTIPLY_FREE, out);
    if (row->samples_total && !(scheme->traits & MOCK))
        fprintf(out, "%016" PRIx64, row->planned.list->checksum);
    fputc(',', out);
}

static void write_counters(const struct measured_row *row, FILE *out)
{
    static const enum counter counters[] = {COUNT_INSTRUCTIONS, COUNT_BRANCH_MISSES,
                                            COUNT_L1_MISSES, COUNT_CACHE_MISSES};
    bool ok = row->planned.status == ROW_OK;
    write_text(!ok ? "" : isfinite(row->counts[COUNT_CYCLES]) ? "counter" : "canary", out);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        write_number(ok ? row->counts[counters[i]] : NAN, 4, out);
}

static void write_row(const struct report *report, const struct measured_row *row, FILE *out)
{
    const struct list *list = row->planned.list;
    write_identity(report, &row->planned, out);
    write_times(row, out);
    write_rank(row, out);
    write_samples(row, out);
    write_scheme(row, out);
    write_counters(row, out);
    write_number(list->mean_occupied, 1, out);
    if (isfinite(list->mean_lookups))
        fprintf(out, "%.2f", list->mean_lookups);
    fputc('\n', out);
}

void csv_write(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    struct columns columns;
    columns_make(&columns, run);
    fputs(header, out);
    for (size_t c = 0; c < columns.n; c++)
        for_each_row_of_column (row, run, columns.first[c])
            write_row(report, row, out);
    columns_free(&columns);
}
