/* SPDX-License-Identifier: MIT */
#include "base/tuning.h"
#include "record/read_log.h"
#include "record/write_log.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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

/* Reads the value of a row. Returns whether it is possible. */
static bool read_value(const json_t *json, const struct process_member *member,
                       struct process_result *result)
{
    char *to = (char *)result + member->offset;
    double value = field_number(json, member->least, member->most);
    if (!member->whole) {
        *(double *)to = value;
        return !isinf(value);
    }
    *(uint32_t *)to = json_is_integer(json) && isfinite(value) ? (uint32_t)value : 0;
    return json_is_integer(json) && isfinite(value);
}

static bool read_values(const struct log_reader *reader, size_t line,
                        struct process_result *results)
{
    size_t rows = reader->run->run.n;
    for (size_t m = 0; m < PROCESS_MEMBERS; m++) {
        const struct process_member *member = &process_members[m];
        const json_t *array = json_object_get(reader->run->lines.line[line - 1], member->name);
        size_t n = json_array_size(array), i = 0;
        if (!array && member->optional)
            continue;
        while (i < rows && i < n && read_value(json_array_get(array, i), member, &results[i]))
            i++;
        if (i < rows || n > rows)
            return refuse_value(reader, line, member->name, i < rows ? i : rows - 1,
                                "missing or impossible");
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
