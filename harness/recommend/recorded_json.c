/* SPDX-License-Identifier: MIT */
#include "recommend/recorded.h"
#include "base/json_memory.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { MAX_PROCESSES = 10000, MAX_ROWS = 100000 };

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* ---- the run ---- */

/* Writes "AMD EPYC, Zen 5". A brand of virtual machines does not contain the microarchitecture. */
static void name_cpu(const json_t *machine, char *cpu, size_t size)
{
    const char *brand = text_of(machine, "cpu"), *core = text_of(machine, "microarchitecture");
    bool inferred = json_is_true(json_object_get(machine, "microarchitecture_inferred"));
    snprintf(cpu, size, "%.90s%s%.40s%s", brand, *brand && *core ? ", " : "", core,
             inferred ? " (inferred)" : "");
}

static double bytes_of(const json_t *machine, const char *name)
{
    const json_t *value = json_object_get(machine, name);
    return json_is_integer(value) && json_integer_value(value) > 0 ? json_number_value(value) : 0;
}

/* Returns whether a text is one that a terminal or a header's comment may contain. */
static bool is_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return !strstr(text, "*/");
}

/* Reads the day of "2026-11-21T23:52:46Z". */
static bool read_date(struct recorded *r)
{
    struct tm day;
    const char *text = text_of(r->json, "date"), *end = strptime(text, "%Y-%m-%d", &day);
    snprintf(r->date, sizeof r->date, "%s", text);
    return end && *end == 'T' && end == text + strlen(r->date);
}

static bool read_run(struct recorded *r, const char *path, struct error *error)
{
    const json_t *machine = json_object_get(r->json, "machine");
    json_int_t format = json_integer_value(json_object_get(r->json, "format"));
    if (format != 1 && format != 2)
        return fail(
            error, STATUS_INPUT,
            "%s: not a result of format 1 or 2; expected the .json that `bench --out` saves", path);
    r->slug = text_of(machine, "slug");
    r->compiler = text_of(r->json, "compiler");
    r->l1d_bytes = bytes_of(machine, "l1d_bytes");
    r->l2_bytes = bytes_of(machine, "l2_bytes");
    r->l3_bytes = bytes_of(machine, "l3_bytes");
    r->partial = json_is_true(json_object_get(r->json, "partial"));
    name_cpu(machine, r->cpu, sizeof r->cpu);
    return (read_date(r) && *r->slug && *r->compiler && is_plain(r->compiler) &&
            is_plain(r->cpu)) ||
           fail(error, STATUS_INPUT,
                "%s: machine.slug, machine.cpu, compiler or date is missing or no plain text",
                path);
}

/* ---- its rows ---- */

static bool read_piece(const json_t *row, enum piece *piece)
{
    for (*piece = 0; *piece < ROW_PIECES; ++*piece)
        if (!strcmp(text_of(row, "piece"), piece_names[*piece]))
            return true;
    return false;
}

/* Format 1 has other cases, and the reason behind the word: "unsupported (needs bmi2)". */
static bool read_status(const json_t *row, enum row_status *status)
{
    const char *text = text_of(row, "status");
    for (*status = ROW_OK; *status <= ROW_UNSTABLE; ++*status) {
        size_t length = strlen(row_status_names[*status]);
        if (!strncasecmp(text, row_status_names[*status], length) &&
            (!text[length] || !strncmp(text + length, " (", 2)))
            return true;
    }
    return false;
}

static bool read_cycles(const json_t *values, double *cycles, size_t processes)
{
    const double most = 1e8;
    for (size_t p = 0; p < processes; p++) {
        const json_t *value = json_array_get(values, p);
        double number = json_number_value(value);
        bool missing = !value || json_is_null(value);
        if (!missing && !(json_is_number(value) && number > 0 && number <= most))
            return false;
        cycles[p] = missing ? NAN : number;
    }
    return true;
}

/* The perft suite was called "standard" in format 1. */
static bool read_row(const json_t *json, struct recorded_row *row, size_t processes)
{
    const char *workload = text_of(json, "workload");
    row->scheme = text_of(json, "scheme");
    row->mode = text_of(json, "mode");
    row->workload = strcmp(workload, "standard") ? workload : "perft-suite";
    return *row->scheme && *row->mode && *workload && read_piece(json, &row->piece) &&
           read_status(json, &row->status) &&
           read_cycles(json_object_get(json, "process_cycles"), row->cycles, processes);
}

/* Returns the number of processes, which is the length of the longest list of times. */
static size_t count_processes(const json_t *rows)
{
    size_t most = 0, i;
    const json_t *row;
    json_array_foreach (rows, i, row) {
        size_t n = json_array_size(json_object_get(row, "process_cycles"));
        most = n > most ? n : most;
    }
    return most;
}

static bool read_rows(struct recorded *r, const char *path, struct error *error)
{
    const json_t *rows = json_object_get(r->json, "rows");
    size_t n = json_array_size(rows);
    r->processes = count_processes(rows);
    if (!r->processes || r->processes > MAX_PROCESSES || n > MAX_ROWS)
        return fail(error, STATUS_INPUT,
                    "%s: %zu rows of %zu processes, expected 1 to %d rows of 1 to %d", path, n,
                    r->processes, MAX_ROWS, MAX_PROCESSES);
    r->row = calloc(n, sizeof *r->row);
    r->cycles = calloc(n, r->processes * sizeof *r->cycles);
    if (!r->row || !r->cycles)
        return fail(error, STATUS_ENVIRONMENT, "%s: no memory for %zu rows", path, n);
    for (; r->n < n; r->n++) {
        struct recorded_row *row = &r->row[r->n];
        row->cycles = r->cycles + r->n * r->processes;
        if (!read_row(json_array_get(rows, r->n), row, r->processes))
            return fail(error, STATUS_INPUT,
                        "%s: row %zu (scheme %.40s): a name, the status or a time is missing or "
                        "impossible",
                        path, r->n + 1, text_of(json_array_get(rows, r->n), "scheme"));
    }
    return true;
}

bool recorded_read(struct recorded *recorded, const char *path, struct error *error)
{
    json_error_t cause;
    *recorded = (struct recorded){.json = NULL};
    json_memory_watch();
    errno = 0;
    recorded->json = json_load_file(path, JSON_REJECT_DUPLICATES, &cause);
    if (!json_memory_ok() || (!recorded->json && errno == ENOMEM))
        return fail(error, STATUS_ENVIRONMENT, "%s: no memory for the result", path);
    if (!recorded->json && cause.line > 0)
        return fail(error, STATUS_INPUT, "%s:%d: %s; expected the JSON of a result", path,
                    cause.line, cause.text);
    if (!recorded->json)
        return fail(error, STATUS_INPUT, "%s", cause.text);
    return read_run(recorded, path, error) && read_rows(recorded, path, error);
}

void recorded_free(struct recorded *recorded)
{
    json_decref(recorded->json);
    free(recorded->row);
    free(recorded->cycles);
}
