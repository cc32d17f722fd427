/* SPDX-License-Identifier: MIT */
#include "output/resume.h"
#include "output/report.h"
#include "base/tuning.h"
#include "commit.h"
#include "target/isa_level.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const struct resume *resume, struct error *error, const char *reason)
{
    return fail(error, STATUS_INPUT, "%s: %s", resume->path, reason);
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* Returns a number from 0 to `most`, NAN for null, INFINITY for anything else. */
static double number_of(const json_t *value, double most)
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

/* Reads the last resumptions, as many as there is room for, and appends this one. */
static void read_resumptions(struct resume *resume)
{
    const json_t *list = json_object_get(resume->json, "resumed_after");
    size_t n = json_array_size(list);
    for (size_t i = n >= MAX_RESUMED ? n - MAX_RESUMED + 1 : 0; i < n; i++)
        resume->resumed_after[resume->resumed_count++] =
            (size_t)json_integer_value(json_array_get(list, i));
    resume->resumed_after[resume->resumed_count++] = resume->processes;
}

static bool read_processes(struct resume *resume, struct error *error)
{
    enum { MAX_PROCESSES = 10000 };
    json_int_t n = json_integer_value(json_object_get(resume->json, "processes_ended"));
    resume->processes = (size_t)n;
    return (n >= 1 && n <= MAX_PROCESSES) ||
           refuse(resume, error, "processes_ended is not an integer from 1 to 10000");
}

static bool read_references(struct resume *resume, struct error *error)
{
    const struct {
        const char *name;
        double *to;
    } references[] = {
        {"canary_ipc_reference", &resume->canary_ipc_reference},
        {"canary_ipc_reference_with_corunners", &resume->canary_ipc_reference_with_corunners},
    };
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        *references[i].to =
            number_of(json_object_get(resume->json, references[i].name), CANARY_CHAINS);
        if (!isfinite(*references[i].to))
            return fail(error, STATUS_INPUT, "%s: %s is not a number from 0 to %d", resume->path,
                        references[i].name, CANARY_CHAINS);
    }
    return true;
}

static void read_pin(struct resume *resume)
{
    const json_t *pin = json_object_get(resume->json, "pin");
    if (json_is_true(json_object_get(pin, "pinned")))
        resume->cpu = (int)json_integer_value(json_object_get(pin, "cpu"));
}

bool resume_read(struct resume *resume, const char *path, struct error *error)
{
    json_error_t cause;
    *resume = (struct resume){.path = path, .cpu = -1};
    resume->json = json_load_file(path, JSON_REJECT_DUPLICATES, &cause);
    if (!resume->json)
        return cause.line > 0
                   ? fail(error, STATUS_INPUT, "%s:%d: %s; expected the JSON of a result", path,
                          cause.line, cause.text)
                   : fail(error, STATUS_INPUT, "%s", cause.text);
    json_int_t format = json_integer_value(json_object_get(resume->json, "format"));
    if (format != RESULT_FORMAT)
        return fail(error, STATUS_INPUT,
                    "%s: format is %lld, expected %d; another version of slidebench wrote the file",
                    path, (long long)format, RESULT_FORMAT);
    if (!json_is_true(json_object_get(resume->json, "partial")))
        return refuse(resume, error,
                      "partial is not true; expected the result of an interrupted run");
    if (!read_processes(resume, error) || !read_references(resume, error))
        return false;
    if (!read_date(resume))
        return refuse(resume, error, "date is not a UTC time such as 2026-11-22T06:37:22Z");
    read_pin(resume);
    read_resumptions(resume);
    return true;
}

bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error)
{
    const json_t *saved = json_object_get(resume->json, "options"),
                 *arguments = json_object_get(saved, "arguments");
    size_t n = json_array_size(arguments);
    char **argv = resume->argv = calloc(n + 5, sizeof *argv);
    if (!argv)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the options");
    argv[resume->argc++] = given->argv[0];
    argv[resume->argc++] = (char *)"bench";
    for (size_t i = 0; i < n; i++) {
        const char *argument = json_string_value(json_array_get(arguments, i));
        if (!argument)
            return refuse(resume, error,
                          "options.arguments contains an element that is not a string");
        argv[resume->argc++] = (char *)argument;
    }
    if (given->positions) {
        argv[resume->argc++] = (char *)"--positions";
        argv[resume->argc++] = (char *)given->positions;
    }
    if (json_is_true(json_object_get(saved, "custom_positions")) != (given->positions != NULL))
        return fail(error, STATUS_USAGE,
                    given->positions
                        ? "%s: this run uses the built-in games; omit --positions"
                        : "%s: this run uses custom positions; pass them with --positions",
                    resume->path);
    return true;
}

bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error)
{
    const json_t *json = resume->json;
    const struct {
        const char *name, *saved, *here;
    } same[] = {
        {"CPU", text_of(json_object_get(json, "machine"), "slug"), machine->slug},
        {"level", text_of(json, "level"), level_name},
        {"compiler", text_of(json, "compiler"), level_compiler},
        {"compiler's flags", text_of(json, "flags"), level_flags},
        {"version", text_of(json, "slidebench"), SLIDEBENCH_VERSION},
        {"commit", text_of(json, "commit"), SLIDEBENCH_COMMIT},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i].saved, same[i].here))
            return fail(
                error, STATUS_INPUT,
                "%s: its %s is %.80s, but here it is %.80s; resume with the same build on the "
                "same machine",
                resume->path, same[i].name, same[i].saved, same[i].here);
    return true;
}

bool resume_check_sizes(const struct resume *resume, const struct modes *modes, struct error *error)
{
    const json_t *sizes =
        json_object_get(json_object_get(resume->json, "options"), "working_set_kib");
    for (size_t i = 0; i < modes->n; i++) {
        const struct mode_spec *mode = &modes->mode[i];
        json_int_t saved = json_integer_value(json_object_get(sizes, mode->name));
        if (mode->cache && saved != mode->kib)
            return fail(error, STATUS_INPUT,
                        "%s: its working set of %s has %lld KiB, but here it has %u; resume on the "
                        "same machine",
                        resume->path, mode->name, (long long)saved, mode->kib);
    }
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

/* Reads the values of process p; returns false if one is missing or impossible. */
static bool read_process(const json_t *json, size_t p, struct process_result *process)
{
    const double most = 1e8; /* cycles, ns, counts */
    const struct {
        const char *name;
        double *to;
    } values[] = {{"process_cycles", &process->cycles},
                  {"process_ns", &process->ns},
                  {"process_ghz", &process->ghz}};
    bool ok = true;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        *values[i].to = number_of(json_array_get(json_object_get(json, values[i].name), p), most);
        ok = ok && !isinf(*values[i].to);
    }
    double samples = number_of(json_array_get(json_object_get(json, "process_samples"), p), most);
    double undisturbed =
        number_of(json_array_get(json_object_get(json, "process_undisturbed"), p), samples);
    const json_t *counted = json_array_get(json_object_get(json, "process_counted"), p);
    for (size_t c = 0; c < COUNTERS; c++) {
        process->counted[c] = counted ? number_of(json_array_get(counted, c), most) : NAN;
        ok = ok && !isinf(process->counted[c]);
    }
    if (!ok || !isfinite(samples) || !isfinite(undisturbed) ||
        isnan(process->cycles) != isnan(process->ns))
        return false;
    process->samples = (uint32_t)samples;
    process->undisturbed = (uint32_t)undisturbed;
    return true;
}

/* Gives the row the status that ended its measurement in the saved run. */
static void read_status(const json_t *json, struct row *row)
{
    static const enum row_status faults[] = {ROW_WRONG, ROW_CRASHED};
    const char *status = text_of(json, "status");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (row->status == ROW_OK && !strcmp(status, row_status_names[faults[i]])) {
            row->status = faults[i];
            snprintf(row->reason, sizeof row->reason, "%s", text_of(json, "reason"));
        }
}

static bool read_row(const struct resume *resume, const json_t *json, struct measured_row *row,
                     struct error *error)
{
    const struct workload *workload = row->id.workload;
    read_status(json, &row->id);
    if (row->id.status != ROW_OK || !json_array_size(json_object_get(json, "process_cycles")))
        return true;
    uint64_t checksum = workload->expected.prefix_sums[workload->distinct];
    if (strtoull(text_of(json, "checksum"), NULL, 16) != checksum)
        return fail(error, STATUS_INPUT,
                    "%s: %s %s: the checksum differs; the run used other positions", resume->path,
                    workload->name, piece_names[workload->piece]);
    row->resumed_results = calloc(resume->processes, sizeof *row->resumed_results);
    if (!row->resumed_results)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the values of %s", resume->path);
    for (size_t p = 0; p < resume->processes; p++) {
        if (!read_process(json, p, &row->resumed_results[p]))
            return fail(error, STATUS_INPUT,
                        "%s: %s %s %s %s: a value of process %zu is missing or out of range",
                        resume->path, row->id.scheme->name, workload->name,
                        piece_names[workload->piece], row->id.mode->name, p + 1);
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
            return fail(error, STATUS_INPUT, "%s: row %zu (scheme %.40s) is not a row of this run",
                        resume->path, i + 1, text_of(json, "scheme"));
        if (row->resumed_results)
            return fail(error, STATUS_INPUT, "%s: row %zu (scheme %.40s) occurs twice",
                        resume->path, i + 1, text_of(json, "scheme"));
        if (!read_row(resume, json, row, error))
            return false;
    }
    run->processes = run->resumed = resume->processes;
    run->resumed_reference_ipc = resume->canary_ipc_reference;
    run->resumed_reference_ipc_with_corunners = resume->canary_ipc_reference_with_corunners;
    return true;
}

void resume_free(struct resume *resume)
{
    json_decref(resume->json);
    free(resume->argv);
}
