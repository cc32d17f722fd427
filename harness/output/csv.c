/* SPDX-License-Identifier: MIT
 * Results as CSV. */
#include "analysis/columns.h"
#include "base/text.h"
#include "output/views.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A line: the names of all columns, or the values of a row. */
struct line {
    FILE *out;
    bool names;
    size_t fields;
};

static void text(struct line *line, const char *name, const char *value)
{
    fputs(line->fields++ ? "," : "", line->out);
    csv_field(line->names ? name : value, line->out);
}

/* Writes a number with `decimals`, or nothing if it is unknown. */
static void number(struct line *line, const char *name, double value, int decimals)
{
    char digits[64] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.*f", decimals, value);
    text(line, name, digits);
}

static void ratio(struct line *line, const char *name, double value)
{
    char digits[64] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.*g", RECORDED_DIGITS, value);
    text(line, name, digits);
}

static void count(struct line *line, const char *name, bool known, size_t value)
{
    number(line, name, known ? (double)value : NAN, 0);
}

static void write_identity(struct line *line, const struct report *report, const struct row *row)
{
    const struct machine *machine = report->machine;
    char microarchitecture[64];
    snprintf(microarchitecture, sizeof microarchitecture, "%s%s", machine->microarchitecture,
             machine->microarchitecture_inferred ? " (inferred)" : "");
    text(line, "cpu", machine->slug);
    text(line, "microarchitecture", microarchitecture);
    text(line, "core_kind", machine->core_kind);
    text(line, "level", report->build.level);
    text(line, "compiler", report->build.compiler);
    text(line, "scheme", row->scheme->name);
    text(line, "family", row->scheme->family);
    text(line, "piece", piece_names[row->list->piece]);
    text(line, "workload", row->list->name);
    text(line, "mode", row->mode->name);
    text(line, "status", row_status_names[row->status]);
    text(line, "reason", row->reason);
    count(line, "list_length", true, row->list->distinct);
}

static void write_times(struct line *line, const struct measured_row *row)
{
    bool ok = row->planned.status == ROW_OK, ranked = row->standing.rank_min;
    number(line, "cycles", ok ? row->cycles.mid : NAN, 4);
    number(line, "cycles_ci_low", ok ? row->cycles.lo : NAN, 4);
    number(line, "cycles_ci_high", ok ? row->cycles.hi : NAN, 4);
    number(line, "ns", ok ? row->ns.mid : NAN, 4);
    number(line, "ns_ci_low", ok ? row->ns.lo : NAN, 4);
    number(line, "ns_ci_high", ok ? row->ns.hi : NAN, 4);
    number(line, "core_ghz", ok ? row->ghz : NAN, 4);
    count(line, "rank_min", ranked, row->standing.rank_min);
    count(line, "rank_max", ranked, row->standing.rank_max);
    text(line, "tied_with_best", !ranked ? "" : row->standing.tied_with_best ? "yes" : "no");
    ratio(line, "ratio_to_best", ranked ? row->ratio.mid : NAN);
    ratio(line, "ratio_ci_low", ranked ? row->ratio.lo : NAN);
    ratio(line, "ratio_ci_high", ranked ? row->ratio.hi : NAN);
}

static void write_conditions(struct line *line, const struct measured_row *row)
{
    const struct scheme *scheme = row->planned.scheme;
    const struct list *list = row->planned.list;
    bool ok = row->planned.status == ROW_OK, sampled = row->samples_total;
    char checksum[24] = "";
    if (sampled && !(scheme->traits & MOCK))
        snprintf(checksum, sizeof checksum, "%016" PRIx64, list->checksum);
    count(line, "processes", sampled, row->processes_measured);
    count(line, "samples_total", sampled, row->samples_total);
    number(line, "undisturbed_share", sampled ? row->undisturbed_share : NAN, 3);
    count(line, "table_bytes", true, scheme_piece_bytes(scheme, list->piece));
    text(line, "branchless", scheme->traits & BRANCHLESS ? "yes" : "no");
    text(line, "multiply_free", scheme->traits & MULTIPLY_FREE ? "yes" : "no");
    text(line, "checksum", checksum);
    text(line, "cycles_source",
         !ok                                   ? ""
         : isfinite(row->counts[COUNT_CYCLES]) ? "counter"
                                               : "canary");
    number(line, "instructions", ok ? row->counts[COUNT_INSTRUCTIONS] : NAN, 4);
    number(line, "branch_misses", ok ? row->counts[COUNT_BRANCH_MISSES] : NAN, 4);
    number(line, "l1_misses", ok ? row->counts[COUNT_L1_MISSES] : NAN, 4);
    number(line, "llc_misses", ok ? row->counts[COUNT_CACHE_MISSES] : NAN, 4);
    number(line, "mean_occupied", list->mean_occupied, 1);
    number(line, "lookups_per_step", list->mean_lookups, 2);
}

static void write_line(const struct report *report, const struct measured_row *row, bool names,
                       FILE *out)
{
    struct line line = {.out = out, .names = names};
    write_identity(&line, report, &row->planned);
    write_times(&line, row);
    write_conditions(&line, row);
    fputc('\n', out);
}

void csv_write(const struct report *report, FILE *out)
{
    const struct run *run = report->run;
    const struct measured_row **columns = columns_of(run);
    write_line(report, run->row, true, out);
    for (size_t c = 0; columns[c]; c++)
        for_each_row_of_column (row, run, columns[c])
            write_line(report, row, false, out);
    free(columns);
}
