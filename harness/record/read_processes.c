/* SPDX-License-Identifier: MIT */
#include "base/tuning.h"
#include "record/read_log.h"
#include "record/write_log.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 1e-8, MOST = 1e8; /* cycles, GHz, counts */

/* Reads a number or null for each row into a member of the results. Returns the index of the first
 * that is impossible, the number of rows if there is none. */
static size_t read_doubles(const json_t *array, size_t rows, double least, double *to)
{
    const size_t distance = sizeof(struct process_result) / sizeof *to;
    if (json_array_size(array) != rows)
        return json_array_size(array) < rows ? json_array_size(array) : rows - 1;
    for (size_t i = 0; i < rows; i++) {
        to[i * distance] = field_number(json_array_get(array, i), least, MOST);
        if (isinf(to[i * distance]))
            return i;
    }
    return rows;
}

static size_t read_counts(const json_t *array, size_t rows, uint32_t *to)
{
    const size_t distance = sizeof(struct process_result) / sizeof *to;
    if (json_array_size(array) != rows)
        return json_array_size(array) < rows ? json_array_size(array) : rows - 1;
    for (size_t i = 0; i < rows; i++) {
        const json_t *count = json_array_get(array, i);
        json_int_t n = json_is_integer(count) ? json_integer_value(count) : -1;
        to[i * distance] = (uint32_t)n;
        if (n < 0 || n > MAX_RECORDED_SAMPLES)
            return i;
    }
    return rows;
}

/* Refuses the value of a row. */
static bool refuse_value(const struct log_reader *reader, size_t line, const char *member,
                         size_t row, const char *reason)
{
    const struct row *planned = &reader->run->run.row[row].planned;
    char name[96];
    snprintf(name, sizeof name, "%.30s %s %s %s", planned->scheme->name,
             piece_names[planned->list->piece], planned->list->name, planned->mode->name);
    return reader_refuse(reader, line, member, row, name, reason);
}

/* Refuses results that contradict themselves. */
static bool check_results(const struct log_reader *reader, size_t line,
                          const struct process_result *results)
{
    for (size_t i = 0; i < reader->run->run.n; i++) {
        const struct process_result *r = &results[i];
        if (isnan(r->cycles) != isnan(r->ghz))
            return refuse_value(reader, line, "cycles", i, "without ghz, or ghz without cycles");
        if (r->undisturbed > r->samples)
            return refuse_value(reader, line, "undisturbed", i, "more than samples");
        if (isfinite(r->cycles) && !r->undisturbed)
            return refuse_value(reader, line, "cycles", i, "without an undisturbed sample");
    }
    return true;
}

static bool read_values(const struct log_reader *reader, size_t line,
                        struct process_result *results)
{
    static const char *const counts[] = {"samples", "undisturbed"};
    const json_t *json = reader->run->lines.line[line - 1];
    size_t rows = reader->run->run.n, row;
    static const char impossible[] = "missing or impossible";
    if ((row = read_doubles(json_object_get(json, "cycles"), rows, LEAST, &results->cycles)) < rows)
        return refuse_value(reader, line, "cycles", row, impossible);
    if ((row = read_doubles(json_object_get(json, "ghz"), rows, LEAST, &results->ghz)) < rows)
        return refuse_value(reader, line, "ghz", row, impossible);
    if ((row = read_counts(json_object_get(json, "samples"), rows, &results->samples)) < rows)
        return refuse_value(reader, line, counts[0], row, impossible);
    if ((row = read_counts(json_object_get(json, "undisturbed"), rows, &results->undisturbed)) <
        rows)
        return refuse_value(reader, line, counts[1], row, impossible);
    for (enum counter c = 0; c < COUNTERS; c++) {
        const json_t *array = json_object_get(json, counter_names[c]);
        if (array && (row = read_doubles(array, rows, 0, &results->counts[c])) < rows)
            return refuse_value(reader, line, counter_names[c], row, impossible);
    }
    return check_results(reader, line, results);
}

static bool read_process(const struct log_reader *reader, size_t line)
{
    struct run *run = &reader->run->run;
    const json_t *json = reader->run->lines.line[line - 1];
    double reference = field_number(json_object_get(json, "reference_ipc"), 0, CANARY_CHAINS);
    struct process_result *results = malloc(run->n * sizeof *results);
    bool ok = results || reader_no_memory(reader);
    for (size_t i = 0; ok && i < run->n; i++)
        results[i] = process_result_without_value(0, 0);
    if (ok && !isfinite(reference))
        ok = fail(reader->error, STATUS_INPUT, "%s:%zu: reference_ipc is missing or impossible",
                  reader->path, line);
    ok = ok && read_values(reader, line, results);
    for (size_t i = 0; ok && i < run->n; i++)
        results[i].ns = round_recorded(results[i].cycles / results[i].ghz);
    ok = ok && (run_add_process(run, results, reference) || reader_no_memory(reader));
    free(results);
    return ok;
}

static bool read_failed_row(const struct log_reader *reader, size_t line)
{
    const json_t *json = reader->run->lines.line[line - 1];
    const char *word = field_text(json, "status");
    struct run *run = &reader->run->run;
    uint64_t row;
    if (!run->n || !field_whole(json, "failed_row", run->n - 1, &row))
        return fail(reader->error, STATUS_INPUT, "%s:%zu: failed_row is no row", reader->path,
                    line);
    for (enum row_status s = ROW_WRONG; s <= ROW_CRASHED; s++)
        if (!strcmp(word, row_status_names[s])) {
            run_fail_row(&run->row[row], s, field_text(json, "reason"));
            return true;
        }
    return refuse_value(reader, line, "status", (size_t)row, "expected wrong or crashed");
}

static bool read_resumed(const struct log_reader *reader, size_t line)
{
    struct recorded_run *r = reader->run;
    struct resumptions *resumed = &r->report.resumed;
    uint64_t processes;
    if (!field_whole(r->lines.line[line - 1], "processes", MAX_RECORDED_PROCESSES, &processes))
        return fail(reader->error, STATUS_INPUT, "%s:%zu: processes is missing or impossible",
                    reader->path, line);
    r->request.processes = r->run.processes_requested = (size_t)processes;
    r->ended = false;
    if (resumed->n < MAX_RESUMED)
        resumed->after[resumed->n++] = r->run.processes_ended;
    return true;
}

bool reader_further_lines(const struct log_reader *reader)
{
    struct recorded_run *r = reader->run;
    bool ok = true;
    r->run.processes_requested = r->request.processes;
    for (size_t i = 1; ok && i < r->lines.n; i++) {
        const json_t *json = r->lines.line[i]; /* NULL: damaged; others are of newer programs */
        if (json_object_get(json, "process"))
            ok = read_process(reader, i + 1);
        else if (json_object_get(json, "failed_row"))
            ok = read_failed_row(reader, i + 1);
        else if (json_object_get(json, "resumed"))
            ok = read_resumed(reader, i + 1);
        else if (json_object_get(json, "ended"))
            r->ended = true;
    }
    return ok;
}
