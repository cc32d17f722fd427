/* SPDX-License-Identifier: MIT
 * Results as CSV. */
#include "base/text.h"
#include "output/output.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <math.h>

/* A line: the names of all columns, or the values of a row. */
struct csv_line {
    FILE *out;
    bool names;
    size_t fields;
};

static void add_text(struct csv_line *line, const char *name, const char *value)
{
    fputs(line->fields++ ? "," : "", line->out);
    csv_field(line->names ? name : value, line->out);
}

/* Writes a number with `decimals`, or nothing if it is unknown. */
static void add_number(struct csv_line *line, const char *name, double value, int decimals)
{
    char digits[64] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.*f", decimals, value);
    add_text(line, name, digits);
}

static void add_ratio(struct csv_line *line, const char *name, double value)
{
    char digits[64] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.*g", RECORDED_DIGITS, value);
    add_text(line, name, digits);
}

static void add_count(struct csv_line *line, const char *name, bool known, size_t value)
{
    add_number(line, name, known ? (double)value : NAN, 0);
}

static void write_identity(struct csv_line *line, const struct result *result,
                           const struct row *row)
{
    const struct machine *machine = result->machine;
    char microarchitecture[64];
    snprintf(microarchitecture, sizeof microarchitecture, "%s%s", machine->microarchitecture,
             machine->microarchitecture_inferred ? " (inferred)" : "");
    add_text(line, "cpu", machine->slug);
    add_text(line, "microarchitecture", microarchitecture);
    add_text(line, "core_kind", machine->core_kind);
    add_text(line, "level", result->build.level);
    add_text(line, "compiler", result->build.compiler);
    add_text(line, "scheme", row->scheme->name);
    add_text(line, "family", row->scheme->family);
    add_text(line, "piece", piece_names[row->list->piece]);
    add_text(line, "workload", row->list->name);
    add_text(line, "mode", row->mode->name);
    add_text(line, "status", row_status_names[row->status]);
    add_text(line, "reason", row->reason);
    add_count(line, "list_length", true, row->list->distinct);
}

static void write_times(struct csv_line *line, const struct measured_row *row)
{
    bool ok = row->planned.status == ROW_OK, ranked = row->standing.rank_min;
    add_number(line, "cycles", ok ? row->cycles.mid : NAN, 4);
    add_number(line, "cycles_ci_low", ok ? row->cycles.lo : NAN, 4);
    add_number(line, "cycles_ci_high", ok ? row->cycles.hi : NAN, 4);
    add_number(line, "ns", ok ? row->ns.mid : NAN, 4);
    add_number(line, "ns_ci_low", ok ? row->ns.lo : NAN, 4);
    add_number(line, "ns_ci_high", ok ? row->ns.hi : NAN, 4);
    add_number(line, "core_ghz", ok ? row->ghz : NAN, 4);
    add_count(line, "rank_min", ranked, row->standing.rank_min);
    add_count(line, "rank_max", ranked, row->standing.rank_max);
    add_text(line, "tied_with_best", !ranked ? "" : row->standing.tied_with_best ? "yes" : "no");
    add_ratio(line, "ratio_to_best", ranked ? row->ratio.mid : NAN);
    add_ratio(line, "ratio_ci_low", ranked ? row->ratio.lo : NAN);
    add_ratio(line, "ratio_ci_high", ranked ? row->ratio.hi : NAN);
}

static void write_conditions(struct csv_line *line, const struct measured_row *row)
{
    const struct scheme *scheme = row->planned.scheme;
    const struct list *list = row->planned.list;
    bool ok = row->planned.status == ROW_OK, sampled = row->samples_total;
    char checksum[24] = "";
    if (sampled && !(scheme->traits & MOCK))
        snprintf(checksum, sizeof checksum, "%016" PRIx64, list->checksum);
    add_count(line, "processes", sampled, row->processes_measured);
    add_count(line, "samples_total", sampled, row->samples_total);
    add_number(line, "undisturbed_share", sampled ? row->undisturbed_share : NAN, 3);
    add_count(line, "table_bytes", true, scheme_piece_bytes(scheme, list->piece));
    add_text(line, "branchless", scheme->traits & BRANCHLESS ? "yes" : "no");
    add_text(line, "multiply_free", scheme->traits & MULTIPLY_FREE ? "yes" : "no");
    add_text(line, "checksum", checksum);
    add_text(line, "cycles_source",
             !ok                                   ? ""
             : isfinite(row->counts[COUNT_CYCLES]) ? "counter"
                                                   : "canary");
    add_number(line, "instructions", ok ? row->counts[COUNT_INSTRUCTIONS] : NAN, 4);
    add_number(line, "branch_misses", ok ? row->counts[COUNT_BRANCH_MISSES] : NAN, 4);
    add_number(line, "l1_misses", ok ? row->counts[COUNT_L1_MISSES] : NAN, 4);
    add_number(line, "llc_misses", ok ? row->counts[COUNT_LLC_MISSES] : NAN, 4);
    add_number(line, "mean_occupied", list->mean_occupied, 1);
    add_number(line, "lookups_per_step", list->mean_lookups, 2);
}

static void write_line(const struct result *result, const struct measured_row *row, bool names,
                       FILE *out)
{
    struct csv_line line = {.out = out, .names = names};
    write_identity(&line, result, &row->planned);
    write_times(&line, row);
    write_conditions(&line, row);
    fputc('\n', out);
}

void csv_write(const struct result *result, FILE *out)
{
    const struct run *run = result->run;
    write_line(result, run->row, true, out);
    for_each_column (column, run)
        for_each_row_of_column (row, run, column)
            write_line(result, row, false, out);
}
