/* SPDX-License-Identifier: MIT */
#include "output/resume.h"
#include "timing/canary.h"
#include "commit.h"
#include "target/isa_level.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool bad(const struct resume *resume, struct error *error, const char *what)
{
    return fail(error, STATUS_INPUT, "%s: %s", resume->path, what);
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* A number, or NAN for null; INFINITY if it is neither, not there, or out of range. */
static double figure_of(const json_t *value, double most)
{
    double number = json_is_null(value)     ? NAN
                    : json_is_number(value) ? json_number_value(value)
                                            : -1;
    return isnan(number) || (number >= 0 && number <= most) ? number : INFINITY;
}

static bool read_date(struct resume *resume)
{
    struct tm tm = {0};
    const char *end = strptime(text_of(resume->json, "date"), "%Y-%m-%dT%H:%M:%SZ", &tm);
    resume->began = timegm(&tm);
    return end && !*end;
}

static bool read_times(struct resume *resume)
{
    const json_t *times = json_object_get(resume->json, "resumed_after");
    size_t n = json_array_size(times);
    for (size_t i = n >= MAX_RESUMED ? n - MAX_RESUMED + 1 : 0; i < n; i++)
        resume->after[resume->times++] = (size_t)json_integer_value(json_array_get(times, i));
    resume->after[resume->times++] = resume->processes;
    return true;
}

bool resume_read(struct resume *resume, const char *path, struct error *error)
{
    enum { MOST_PROCESSES = 10000 };
    json_error_t why;
    *resume = (struct resume){.path = path, .cpu = -1};
    json_t *json = resume->json = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!json)
        return why.line > 0 ? fail(error, STATUS_INPUT, "%s:%d: %s, expected a result's JSON", path,
                                   why.line, why.text)
                            : fail(error, STATUS_INPUT, "%s", why.text);
    if (json_integer_value(json_object_get(json, "format")) != 1)
        return bad(resume, error, "format is not 1, expected a result of this program");
    if (!json_is_true(json_object_get(json, "partial")))
        return bad(resume, error, "partial is not true: there is nothing to go on with");
    json_int_t processes = json_integer_value(json_object_get(json, "processes_ended"));
    if (processes < 1 || processes > MOST_PROCESSES)
        return bad(resume, error,
                   "processes_ended is not a number from 1 to 10000: the program that wrote it "
                   "could not resume");
    resume->processes = (size_t)processes;
    resume->reference_ipc = figure_of(json_object_get(json, "reference_ipc"), CANARY_CHAINS);
    resume->reference_ipc_with_corunners =
        figure_of(json_object_get(json, "reference_together"), CANARY_CHAINS);
    if (!isfinite(resume->reference_ipc) || !isfinite(resume->reference_ipc_with_corunners))
        return bad(resume, error,
                   "reference_ipc or reference_together is not a number from 0 to 8");
    const json_t *pin = json_object_get(json, "pin");
    if (json_is_true(json_object_get(pin, "pinned")))
        resume->cpu = (int)json_integer_value(json_object_get(pin, "cpu"));
    return (read_date(resume) && read_times(resume)) ||
           bad(resume, error, "date is not a time such as 2026-11-22T06:37:22Z");
}

bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error)
{
    const json_t *own = json_object_get(resume->json, "options"),
                 *arguments = json_object_get(own, "arguments");
    size_t n = json_array_size(arguments);
    char **argv = resume->argv = calloc(n + 5, sizeof *argv);
    if (!argv)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the options");
    argv[resume->argc++] = given->argv[0];
    argv[resume->argc++] = (char *)"bench";
    for (size_t i = 0; i < n; i++) {
        const char *argument = json_string_value(json_array_get(arguments, i));
        if (!argument)
            return bad(resume, error, "options.arguments holds something else than text");
        argv[resume->argc++] = (char *)argument;
    }
    if (given->positions) {
        argv[resume->argc++] = (char *)"--positions";
        argv[resume->argc++] = (char *)given->positions;
    }
    if (json_is_true(json_object_get(own, "own_positions")) != (given->positions != NULL))
        return fail(error, STATUS_USAGE,
                    given->positions
                        ? "%s: this run is of the built-in games; leave out --positions"
                        : "%s: this run is of own positions; give them by --positions",
                    resume->path);
    return true;
}

bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error)
{
    const json_t *json = resume->json;
    const struct {
        const char *name, *there, *here;
    } same[] = {
        {"CPU", text_of(json_object_get(json, "machine"), "slug"), machine->slug},
        {"level", text_of(json, "level"), level_name},
        {"compiler", text_of(json, "compiler"), level_compiler},
        {"compiler's flags", text_of(json, "flags"), level_flags},
        {"version", text_of(json, "slidebench"), SLIDEBENCH_VERSION},
        {"commit", text_of(json, "commit"), SLIDEBENCH_COMMIT},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i].there, same[i].here))
            return fail(error, STATUS_INPUT,
                        "%s: its %s is %.80s, this one's is %.80s: a run goes on where it began",
                        resume->path, same[i].name, same[i].there, same[i].here);
    return true;
}

static struct measured_row *find_row(const struct run *run, const json_t *json)
{
    const char *scheme = text_of(json, "scheme"), *piece = text_of(json, "piece"),
               *workload = text_of(json, "workload"), *mode = text_of(json, "mode");
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (!strcmp(row->id.scheme->name, scheme) && !strcmp(row->id.mode->name, mode) &&
            !strcmp(row->id.workload->name, workload) &&
            !strcmp(piece_names[row->id.workload->piece], piece))
            return row;
    }
    return NULL;
}

/* False if a series lacks a value, or holds what no process can have measured. */
static bool read_process(const json_t *json, size_t p, struct process_result *figures)
{
    const double most = 1e8; /* cycles, ns, counts */
    const struct {
        const char *name;
        double *to;
    } series[] = {{"process_cycles", &figures->cycles},
                  {"process_ns", &figures->ns},
                  {"process_ghz", &figures->ghz}};
    bool ok = true;
    for (size_t s = 0; s < sizeof series / sizeof *series; s++) {
        *series[s].to = figure_of(json_array_get(json_object_get(json, series[s].name), p), most);
        ok = ok && !isinf(*series[s].to);
    }
    double samples = figure_of(json_array_get(json_object_get(json, "process_samples"), p), most);
    double clean = figure_of(json_array_get(json_object_get(json, "process_clean"), p), samples);
    const json_t *counted = json_array_get(json_object_get(json, "process_counted"), p);
    for (size_t c = 0; c < COUNTERS; c++) {
        figures->counted[c] = counted ? figure_of(json_array_get(counted, c), most) : NAN;
        ok = ok && !isinf(figures->counted[c]);
    }
    if (!ok || !isfinite(samples) || !isfinite(clean) ||
        isnan(figures->cycles) != isnan(figures->ns))
        return false;
    figures->samples = (uint32_t)samples;
    figures->undisturbed = (uint32_t)clean;
    return true;
}

static bool read_row(const struct resume *resume, const json_t *json, struct measured_row *row,
                     struct error *error)
{
    const char *status = text_of(json, "status");
    if (row->id.status == ROW_OK && (!strcmp(status, "WRONG") || !strcmp(status, "CRASHED"))) {
        row->id.status = *status == 'W' ? ROW_WRONG : ROW_CRASHED;
        snprintf(row->id.reason, sizeof row->id.reason, "%s", text_of(json, "why"));
    }
    if (row->id.status != ROW_OK || !json_array_size(json_object_get(json, "process_cycles")))
        return true;
    uint64_t checksum = row->id.workload->expected.prefix_sums[row->id.workload->distinct];
    if (strtoull(text_of(json, "checksum"), NULL, 16) != checksum)
        return fail(error, STATUS_INPUT,
                    "%s: %s %s: its queries are others than those of these positions", resume->path,
                    row->id.workload->name, piece_names[row->id.workload->piece]);
    row->resumed_results = calloc(resume->processes, sizeof *row->resumed_results);
    if (!row->resumed_results)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %s", resume->path);
    for (size_t p = 0; p < resume->processes; p++) {
        if (!read_process(json, p, &row->resumed_results[p]))
            return fail(
                error, STATUS_INPUT,
                "%s: %s %s %s %s: process %zu lacks a figure, or has one that is out of range",
                resume->path, row->id.scheme->name, row->id.workload->name,
                piece_names[row->id.workload->piece], row->id.mode->name, p + 1);
        row->resumed_samples += row->resumed_results[p].samples;
    }
    return true;
}

bool resume_rows(const struct resume *resume, struct run *run, struct error *error)
{
    json_t *json, *list = json_object_get(resume->json, "rows");
    size_t i;
    json_array_foreach (list, i, json) {
        struct measured_row *row = find_row(run, json);
        if (!row)
            return fail(error, STATUS_INPUT, "%s: row %zu, of %.40s, is none of this program",
                        resume->path, i + 1, text_of(json, "scheme"));
        if (row->resumed_results)
            return fail(error, STATUS_INPUT, "%s: row %zu, of %.40s, is there twice", resume->path,
                        i + 1, text_of(json, "scheme"));
        if (!read_row(resume, json, row, error))
            return false;
    }
    run->processes = run->resumed = resume->processes;
    run->resumed_reference_ipc = resume->reference_ipc;
    run->resumed_reference_ipc_with_corunners = resume->reference_ipc_with_corunners;
    return true;
}

void resume_free(struct resume *resume)
{
    json_decref(resume->json);
    free(resume->argv);
}
