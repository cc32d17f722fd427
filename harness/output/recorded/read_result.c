/* SPDX-License-Identifier: MIT */
#include "base/json_memory.h"
#include "base/tuning.h"
#include "output/recorded/reader.h"
#include "output/recorded/recorded_result.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROCESSES = 10000 };

/* Returns whether all texts within the value may be printed on a terminal: control characters of
 * ASCII and of Latin-1 would change its state. */
static bool is_printable(const json_t *value)
{
    size_t i;
    const char *name;
    json_t *part;
    const unsigned char *c = (const unsigned char *)json_string_value(value);
    for (; c && *c; c++)
        if (*c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            return false;
    json_array_foreach (value, i, part)
        if (!is_printable(part))
            return false;
    json_object_foreach ((json_t *)value, name, part)
        if (!is_printable(part))
            return false;
    return true;
}

/* ---- the run ---- */

static bool read_date(const json_t *json, time_t *date)
{
    struct tm tm = {0};
    const char *end = strptime(reader_text(json, "date"), "%Y-%m-%dT%H:%M:%SZ", &tm);
    *date = timegm(&tm);
    return end && !*end;
}

static bool read_resumptions(const json_t *list, struct resumptions *resumed)
{
    size_t i;
    json_t *processes;
    if (!json_is_array(list) || json_array_size(list) > MAX_RESUMED)
        return false;
    json_array_foreach (list, i, processes) {
        json_int_t n = json_is_integer(processes) ? json_integer_value(processes) : -1;
        if (n < 0 || n > MAX_PROCESSES)
            return false;
        resumed->after[resumed->n++] = (size_t)n;
    }
    return true;
}

static bool read_pin(const json_t *json, struct pin *pin)
{
    const json_t *cpu = json_object_get(json, "cpu");
    json_int_t number = json_is_integer(cpu) ? json_integer_value(cpu) : -2;
    pin->pinned = json_is_true(json_object_get(json, "pinned"));
    pin->smt_shared = json_is_true(json_object_get(json, "smt_shared"));
    pin->cpu = (int)number;
    return number >= -1 && number <= 1 << 20 &&
           reader_copy_text(json, "description", pin->description, sizeof pin->description) &&
           reader_copy_text(json, "warning", pin->warning, sizeof pin->warning);
}

/* Returns a reference, 0 if it is absent, INFINITY if it is none. */
static double reference_of(const json_t *json, const char *name)
{
    const json_t *value = json_object_get(json, name);
    double ipc = value ? reader_number(value, 0, CANARY_CHAINS) : 0;
    return isnan(ipc) ? INFINITY : ipc;
}

static bool read_run(struct recorded_result *r, const json_t *json)
{
    const json_t *options = json_object_get(json, "options");
    uint64_t processes, requested = 0;
    bool ok = reader_whole(json, "processes_ended", MAX_PROCESSES, &processes) &&
              reader_whole(options, "processes", MAX_PROCESSES, &requested);
    r->run.processes_ended = (size_t)processes;
    r->run.processes_requested = r->request.processes = (size_t)requested;
    r->run.reference_ipc = reference_of(json, "canary_ipc_reference");
    r->run.has_hardware_cycles = !strcmp(reader_text(json, "cycles_source"), "counter");
    return ok && processes && isfinite(r->run.reference_ipc);
}

/* Reads the names of the options that were given. Returns false if out of memory. */
static bool read_options(struct run_request *request, const json_t *arguments)
{
    size_t i;
    json_t *argument;
    request->given = calloc(json_array_size(arguments) + 1, sizeof *request->given);
    json_array_foreach (arguments, i, argument) {
        const char *text = json_is_string(argument) ? json_string_value(argument) : "";
        if (request->given && !strncmp(text, "--", 2))
            request->given[request->given_count++] = (struct given_option){text + 2, NULL};
    }
    return request->given;
}

/* Reads all but schemes and columns. Returns the first member that is impossible, else NULL. */
static const char *read_head(struct recorded_result *r)
{
    const json_t *json = r->json;
    struct build *build = &r->report.build;
    r->report.partial = json_is_true(json_object_get(json, "partial"));
    *build = (struct build){reader_text(json, "slidebench"), reader_text(json, "commit"),
                            reader_text(json, "level"), reader_text(json, "compiler"),
                            reader_text(json, "flags")};
    return !is_printable(json) ? "a text contains a control character"
           : !read_date(json, &r->report.began)
               ? "date is not a UTC time such as 2026-11-22T06:37:22Z"
           : !*build->level || !*build->compiler ? "level or compiler is missing"
           : !read_run(r, json) ? "processes_ended, options.processes or a canary_ipc_reference is "
                                  "missing or impossible"
           : !read_resumptions(json_object_get(json, "resumed_after"), &r->report.resumed)
               ? "resumed_after is missing or impossible"
           : !read_pin(json_object_get(json, "pin"), &r->pin) ? "pin is missing or impossible"
           : !machine_of_json(&r->machine, json_object_get(json, "machine"))
               ? "machine is missing or impossible"
               : NULL;
}

static bool read_json(struct result_reader *reader)
{
    struct recorded_result *r = reader->result;
    struct error *error = reader->error;
    json_error_t cause;
    json_memory_watch();
    errno = 0;
    r->json = json_load_file(reader->path, JSON_REJECT_DUPLICATES, &cause);
    if (!json_memory_ok() || (!r->json && errno == ENOMEM))
        return reader_no_memory(reader);
    if (!r->json && cause.line > 0)
        return fail(error, STATUS_INPUT, "%s:%d: %s; expected the JSON of a result", reader->path,
                    cause.line, cause.text);
    if (!r->json)
        return fail(error, STATUS_INPUT, "%s", cause.text);
    const json_t *format = json_object_get(r->json, "format");
    if (json_integer_value(format) != RESULT_FORMAT)
        return fail(error, STATUS_INPUT,
                    "%s: its format is %lld, expected %d: the .json that `bench --out` saves",
                    reader->path, (long long)json_integer_value(format), RESULT_FORMAT);
    const char *fault = read_head(r);
    const json_t *options = json_object_get(r->json, "options");
    if (fault)
        return fail(error, STATUS_INPUT, "%s: %s", reader->path, fault);
    return read_options(&r->request, json_object_get(options, "arguments")) ||
           reader_no_memory(reader);
}

static struct report report_of(const struct recorded_result *r)
{
    struct report report = r->report;
    report.request = &r->request;
    report.run = &r->run;
    report.machine = &r->machine;
    report.pin = &r->pin;
    report.saved = "";
    report.recorded = r->json;
    return report;
}

struct recorded_result *recorded_result_read(const char *path, struct error *error)
{
    struct recorded_result *result = calloc(1, sizeof *result);
    struct result_reader reader = {result, path, error};
    if (!result) {
        reader_no_memory(&reader);
        return NULL;
    }
    result->lists = calloc(1, sizeof *result->lists);
    if (!result->lists)
        reader_no_memory(&reader);
    else if (read_json(&reader) && reader_schemes(&reader) && reader_columns(&reader)) {
        result->report = report_of(result);
        return result;
    }
    recorded_result_free(result);
    return NULL;
}
