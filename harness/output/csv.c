/* SPDX-License-Identifier: MIT */
#include "output/report.h"
#include "target/isa_level.h"
#include "verify/proof_store.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>

const char *status_text(const struct measured_row *row, char text[static 128])
{
    static const char *const names[] = {[ROW_OK] = "ok",
                                        [ROW_WRONG] = "WRONG",
                                        [ROW_CRASHED] = "CRASHED",
                                        [ROW_UNSTABLE] = "UNSTABLE"};
    if (row->id.status != ROW_UNSUPPORTED)
        return names[row->id.status];
    snprintf(text, 128, "unsupported (%s)", row->id.reason);
    return text;
}

static void print_number(double value, int digits, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "%.*f", digits, value);
    fputc(',', out);
}

static void print_yes(bool yes, FILE *out)
{
    fprintf(out, "%s,", yes ? "yes" : "no");
}

void csv_write(const struct run *run, const struct machine *machine, FILE *out)
{
    fputs(
        "cpu,level,compiler,scheme,family,piece,workload,mode,status,queries,cycles,cycles_lo,"
        "cycles_hi,ns,ns_lo,ns_hi,"
        "ghz,rank,tied_with_best,processes,samples,clean_share,table_bytes,branchless,multiply_"
        "free,checksum,cycles_source,instructions,branch_misses,l1_misses,llc_misses,rank_last,men,"
        "lookups,microarchitecture\n",
        out);
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        const struct scheme *scheme = row->id.scheme;
        bool ok = row->id.status == ROW_OK;
        char text[128];
        const char *const words[] = {
            machine->slug,          level_name,         level_compiler,
            scheme->name,           scheme->family,     piece_names[row->id.workload->piece],
            row->id.workload->name, row->id.mode->name, status_text(row, text)};
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            csv_field(words[w], out);
            fputc(',', out);
        }
        fprintf(out, "%zu,", row->id.workload->distinct);
        const double figures[] = {row->cycles.mid, row->cycles.lo, row->cycles.hi, row->ns.mid,
                                  row->ns.lo,      row->ns.hi,     row->ghz};
        for (size_t f = 0; f < sizeof figures / sizeof *figures; f++)
            print_number(ok ? figures[f] : NAN, 4, out);
        if (row->standing.rank) {
            fprintf(out, "%zu,", row->standing.rank);
            print_yes(row->standing.tied_with_best, out);
        } else {
            fputs(",,", out);
        }
        if (row->sample_count) {
            fprintf(out, "%zu,%zu,", row->processes_measured, row->sample_count);
            print_number(row->undisturbed_share, 3, out);
        } else {
            fputs(",,,", out);
        }
        enum piece piece =
            row->id.workload->piece; /* all sliders read what a queen's lookup reads */
        fprintf(out, "%zu,", scheme->table_bytes[piece == ALL ? QUEEN : piece]);
        print_yes(scheme->traits & BRANCHLESS, out);
        print_yes(scheme->traits & MULTIPLY_FREE, out);
        if (row->sample_count && !(scheme->traits & MOCK))
            fprintf(out, "%016" PRIx64,
                    row->id.workload->expected.prefix_sums[row->id.workload->distinct]);
        fprintf(out, ",%s", !ok ? "" : isfinite(row->counted[COUNT_CYCLES]) ? "counter" : "canary");
        for (int c = COUNT_INSTRUCTIONS; c < COUNTERS; c++) {
            fputc(',', out);
            if (ok && isfinite(row->counted[c]))
                fprintf(out, "%.4f", row->counted[c]);
        }
        fputc(',', out);
        if (row->standing.rank)
            fprintf(out, "%zu", row->standing.last);
        fprintf(out, ",%.1f,", row->id.workload->mean_occupied);
        if (isfinite(row->id.workload->lookups))
            fprintf(out, "%.2f", row->id.workload->lookups);
        fprintf(out, ",%s%s\n", machine->microarchitecture,
                machine->microarchitecture_inferred ? " (inferred)" : "");
    }
}
