/* SPDX-License-Identifier: MIT */
#include "record/run_times.h"

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

/* Returns false if out of memory. */
static bool take_run(struct run_times *times, const struct run *run, const struct machine *machine)
{
    times->l1d_bytes = (double)machine->l1d_bytes;
    times->l2_bytes = (double)machine->l2_bytes;
    times->l3_bytes = (double)machine->l3_bytes;
    times->processes = run->processes_ended;
    times->row = calloc(run->n + 1, sizeof *times->row);
    if (!times->row)
        return false;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        bool timed = row->planned.status == ROW_OK || row->planned.status == ROW_UNSTABLE;
        times->row[times->n++] = (struct run_times_row){
            row->planned.scheme->name,
            row->planned.list->name,
            row->planned.mode->name,
            row->planned.list->piece,
            timed && !row->process_cycles ? ROW_CRASHED : row->planned.status,
            row->process_cycles,
        };
    }
    return true;
}

bool run_times_of_run(struct run_times *times, const struct run *run, const struct machine *machine)
{
    *times = (struct run_times){.n = 0};
    return take_run(times, run, machine);
}

bool run_times_read(struct run_times *times, const char *path, struct error *error)
{
    struct recorded_run *recorded = recorded_run_read(path, error);
    *times = (struct run_times){.recorded = recorded};
    if (!recorded || !recorded_run_conclude(recorded, error))
        return false;
    if (!take_run(times, &recorded->run, &recorded->machine))
        return fail(error, STATUS_ENVIRONMENT, "%s: no memory for its rows", path);
    times->slug = recorded->machine.slug;
    times->compiler = recorded->report.build.compiler;
    times->partial = recorded->report.partial;
    name_cpu(&recorded->machine, times->cpu, sizeof times->cpu);
    strftime(times->date, sizeof times->date, "%Y-%m-%d", gmtime(&recorded->report.began));
    return (is_plain(times->compiler) && is_plain(times->cpu)) ||
           fail(error, STATUS_INPUT,
                "%s:1: machine.cpu or compiler contains */, a control or a non-ASCII character",
                path);
}

void run_times_free(struct run_times *times)
{
    recorded_run_free(times->recorded);
    free(times->row);
}

bool run_times_row_has_workload(const struct run_times_row *row, const char *workload)
{
    return !strcmp(row->workload, workload) || !strcmp(row->mode, "perft");
}

const struct run_times_row *run_times_find_row(const struct run_times *times, const char *scheme,
                                               const char *workload, const char *mode,
                                               enum piece piece)
{
    for (size_t i = 0; i < times->n; i++) {
        const struct run_times_row *row = &times->row[i];
        if (row->piece == piece && !strcmp(row->scheme, scheme) && !strcmp(row->mode, mode) &&
            run_times_row_has_workload(row, workload))
            return row;
    }
    return NULL;
}

double run_times_burst_bytes(const struct run_times *times, const char *mode, unsigned queries)
{
    const double caches[] = {times->l1d_bytes, times->l2_bytes, times->l3_bytes};
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

struct interval run_times_cycles(const struct run_times *times, const struct run_times_row *row)
{
    size_t measured = 0;
    if (row->status != ROW_OK)
        return (struct interval){NAN, NAN, NAN};
    for (size_t p = 0; p < times->processes; p++)
        measured += isfinite(row->cycles[p]) != 0;
    return stats_row_interval(row->cycles, times->processes, stats_confidence(1, measured));
}
