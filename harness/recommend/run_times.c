/* SPDX-License-Identifier: MIT */
#include "recommend/recorded.h"
#include "output/recorded/read_result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Writes "AMD EPYC, Zen 5". A brand of virtual machines does not contain the microarchitecture. */
static void name_cpu(const struct machine *machine, char *cpu, size_t size)
{
    const char *brand = machine->cpu, *core = machine->microarchitecture;
    snprintf(cpu, size, "%.90s%s%.40s%s", brand, *brand && *core ? ", " : "", core,
             machine->microarchitecture_inferred ? " (inferred)" : "");
}

/* Returns whether a text is one that a header's comment may contain. */
static bool is_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return !strstr(text, "*/");
}

bool recorded_of_run(struct recorded *recorded, const struct run *run,
                     const struct machine *machine)
{
    *recorded = (struct recorded){.l1d_bytes = (double)machine->l1d_bytes,
                                  .l2_bytes = (double)machine->l2_bytes,
                                  .l3_bytes = (double)machine->l3_bytes,
                                  .processes = run->processes};
    recorded->row = calloc(run->n + 1, sizeof *recorded->row);
    if (!recorded->row)
        return false;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        bool timed = row->id.status == ROW_OK || row->id.status == ROW_UNSTABLE;
        recorded->row[recorded->n++] = (struct recorded_row){
            row->id.scheme->name,
            row->id.workload->name,
            row->id.mode->name,
            row->id.workload->piece,
            timed && !row->process_cycles ? ROW_CRASHED : row->id.status,
            row->process_cycles,
        };
    }
    return true;
}

bool recorded_read(struct recorded *recorded, const char *path, struct error *error)
{
    struct recorded_result *result = recorded_result_read(path, error);
    *recorded = (struct recorded){.result = result};
    if (!result)
        return false;
    if (!recorded_of_run(recorded, &result->run, &result->machine)) {
        recorded->result = result;
        return fail(error, STATUS_ENVIRONMENT, "%s: no memory for its rows", path);
    }
    recorded->result = result;
    recorded->slug = result->machine.slug;
    recorded->compiler = result->report.build.compiler;
    recorded->partial = result->report.partial;
    name_cpu(&result->machine, recorded->cpu, sizeof recorded->cpu);
    strftime(recorded->date, sizeof recorded->date, "%Y-%m-%d", gmtime(&result->report.began));
    return (is_plain(recorded->compiler) && is_plain(recorded->cpu)) ||
           fail(error, STATUS_INPUT, "%s: machine.cpu or compiler is no plain text", path);
}

void recorded_free(struct recorded *recorded)
{
    recorded_result_free(recorded->result);
    free(recorded->row);
}

/* Perft has one workload in a run: `perft`, or in older runs `perft-suite`, of six positions. */
static bool has_workload(const struct recorded_row *row, const char *workload)
{
    return !strcmp(row->workload, workload) || !strcmp(row->mode, "perft");
}

const struct recorded_row *recorded_find_row(const struct recorded *recorded, const char *scheme,
                                             const char *workload, const char *mode,
                                             enum piece piece)
{
    for (size_t i = 0; i < recorded->n; i++) {
        const struct recorded_row *row = &recorded->row[i];
        if (row->piece == piece && !strcmp(row->scheme, scheme) && !strcmp(row->mode, mode) &&
            has_workload(row, workload))
            return row;
    }
    return NULL;
}

double recorded_burst_bytes(const struct recorded *recorded, const char *mode, unsigned queries)
{
    const double caches[] = {recorded->l1d_bytes, recorded->l2_bytes, recorded->l3_bytes};
    const char prefix[] = "burst-";
    char *end, rest[16];
    if (strncmp(mode, prefix, strlen(prefix)) != 0)
        return NAN;
    const char *text = mode + strlen(prefix);
    snprintf(rest, sizeof rest, "-%u", queries);
    double size = strtod(text, &end);
    if (*end == 'L' && end[1] >= '1' && end[1] <= '3')
        return strcmp(end + 2, rest) ? NAN : (end > text ? size : 1) * caches[end[1] - '1'];
    return end == text || strcmp(end, rest) != 0 ? NAN : size * 1024;
}

struct interval recorded_cycles(const struct recorded *recorded, const struct recorded_row *row)
{
    double sorted[recorded->processes + 1];
    size_t measured = 0;
    if (row->status != ROW_OK)
        return (struct interval){NAN, NAN, NAN};
    memcpy(sorted, row->cycles, recorded->processes * sizeof *sorted);
    for (size_t p = 0; p < recorded->processes; p++)
        measured += isfinite(sorted[p]);
    return stats_median_interval(sorted, recorded->processes, stats_confidence(1, measured));
}
