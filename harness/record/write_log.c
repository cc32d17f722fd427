/* SPDX-License-Identifier: MIT */
#include "record/write_log.h"
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/progress.h"
#include "commit.h"
#include "plan/scheme_set.h"
#include "target/isa_level.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNTER(name, counter)                                                                     \
    [4 + (counter)] = {name, offsetof(struct process_result, counts[counter]), .optional = true,   \
                       .most = 1e8}
const struct process_member process_members[PROCESS_MEMBERS] = {
    {"cycles", offsetof(struct process_result, cycles), .least = 1e-8, .most = 1e8},
    {"ghz", offsetof(struct process_result, ghz), .least = 1e-8, .most = 1e8},
    {"samples", offsetof(struct process_result, samples), .whole = true, .most = 1e8},
    {"undisturbed", offsetof(struct process_result, undisturbed), .whole = true, .most = 1e8},
    COUNTER("counted_cycles", COUNT_CYCLES),
    COUNTER("instructions", COUNT_INSTRUCTIONS),
    COUNTER("branch_misses", COUNT_BRANCH_MISSES),
    COUNTER("l1_misses", COUNT_L1_MISSES),
    COUNTER("llc_misses", COUNT_CACHE_MISSES),
};

const char *counter_name(enum counter counter)
{
    return process_members[4 + counter].name;
}

json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_time(time_t time)
{
    char text[32];
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime(&time));
    return json_string(text);
}

struct build build_here(void)
{
    return (struct build){SLIDEBENCH_VERSION, SLIDEBENCH_COMMIT, level_name, level_compiler,
                          level_flags};
}

/* ---- options ---- */

/* Appends a name that the array does not contain. */
static void add_name(json_t *array, const char *name)
{
    json_t *element;
    size_t i;
    json_array_foreach (array, i, element)
        if (!strcmp(json_string_value(element), name))
            return;
    json_array_append_new(array, json_string(name));
}

/* Returns the options of the command line, those of input and output excluded: ["--full",
 * "--processes", "12"]. */
static json_t *json_arguments(const struct run_request *o)
{
    json_t *array = json_array();
    for (size_t i = 0; i < o->given_count; i++) {
        const struct given_option *given = &o->given[i];
        json_array_append_new(array,
                              json_sprintf("%s%s", *given->name == '-' ? "" : "--", given->name));
        if (given->value)
            json_array_append_new(array, json_string(given->value));
    }
    return array;
}

static json_t *json_options(const struct run_request *o)
{
    json_t *pieces = json_array(), *modes = json_array(), *workloads = json_array();
    for (size_t i = 0; i < o->matrix.n; i++) {
        const struct matrix_line *line = &o->matrix.line[i];
        char workload[WORKLOAD_NAME];
        add_name(workloads, workload_name(&line->workload, workload));
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            if (line->pieces[piece])
                add_name(pieces, piece_names[piece]);
    }
    for (size_t m = 0; m < o->matrix.modes.n; m++)
        add_name(modes, o->matrix.modes.mode[m].name);
    json_t *json = json_object();
    json_object_set_new(json, "arguments", json_arguments(o));
    json_object_set_new(json, "pieces", pieces);
    json_object_set_new(json, "modes", modes);
    json_object_set_new(json, "workloads", workloads);
    json_object_set_new(json, "processes", json_integer((json_int_t)o->processes));
    json_object_set_new(json, "spread_over", json_real(o->spread_over));
    json_object_set_new(json, "seconds", json_real(o->seconds));
    json_object_set_new(json, "list_length", json_integer((json_int_t)o->list_length));
    json_object_set_new(json, "seed", json_integer((json_int_t)o->seed));
    json_object_set_new(json, "custom_positions", json_boolean(o->positions));
    json_object_set_new(json, "huge_pages", json_boolean(o->huge_pages));
    json_object_set_new(json, "no_warmup", json_boolean(o->no_warmup));
    return json;
}

/* ---- schemes ---- */

static json_t *json_traits(const struct scheme *scheme)
{
    json_t *words = json_array();
    for (const struct trait_name *t = trait_names; t->name; t++)
        if (scheme->traits & t->trait)
            json_array_append_new(words, json_string(t->name));
    return words;
}

/* Adds the bytes of a scheme for the piece of one of its rows. */
static void add_piece(json_t *json, const struct scheme *scheme, enum piece piece)
{
    json_object_set_new(json_object_get(json, "table_bytes"), piece_names[piece],
                        json_integer((json_int_t)scheme_piece_bytes(scheme, piece)));
}

/* Returns "" for a text that the scheme leaves out: schemes of tests have no source. */
static const char *text_of(const char *text)
{
    return text ? text : "";
}

/* Returns the scheme without what depends on the pieces of the run. */
static json_t *json_scheme(const struct scheme *s)
{
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", //
                  "name", s->name, "family", s->family, "title", text_of(s->title), "author",
                  text_of(s->author), "year", text_of(s->year), "source", text_of(s->source),
                  "needs", text_of(s->needs), "traits", json_traits(s));
    if (s->twin)
        json_object_set_new(json, "twin", json_string(s->twin));
    json_object_set_new(json, "view_bytes", json_integer((json_int_t)s->view_bytes));
    json_object_set_new(json, "table_bytes", json_object());
    json_object_set_new(json, "engine_bytes", json_integer((json_int_t)scheme_bytes(s)));
    return json;
}

/* The rows of one scheme are neighbours. Its batch build has the same name. */
static json_t *json_schemes(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &run->row[i].planned;
        if (i == 0 || strcmp(row->scheme->name, run->row[i - 1].planned.scheme->name))
            json_array_append_new(array, json_scheme(row->scheme));
        json_t *last = json_array_get(array, json_array_size(array) - 1);
        add_piece(last, row->scheme, row->list->piece);
    }
    return array;
}

/* ---- rows ---- */

json_t *log_column(const struct row *row)
{
    const struct list *list = row->list;
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o}", //
        "piece", piece_names[list->piece], "workload", list->name, "mode", row->mode->name, "unit",
        mode_info(row->mode)->unit, "list_length", (json_int_t)list->distinct, "mean_occupied",
        json_number(list->mean_occupied), "lookups_per_step", json_number(list->mean_lookups),
        "checksum", json_sprintf("%016" PRIx64, list->checksum));
    if (mode_info(row->mode)->cold_cache)
        json_object_set_new(json, "working_set_kib", json_integer(row->mode->kib));
    return json;
}

static json_t *json_columns(const struct run *run)
{
    json_t *array = json_array();
    const struct measured_row **columns = columns_of(run);
    for (size_t c = 0; columns[c]; c++)
        json_array_append_new(array, log_column(&columns[c]->planned));
    free(columns);
    return array;
}

static json_t *json_row(const struct row *row)
{
    json_t *json = json_pack("{s:s, s:s, s:s, s:s}", "scheme", row->scheme->name, "piece",
                             piece_names[row->list->piece], "workload", row->list->name, "mode",
                             row->mode->name);
    if (row->status != ROW_OK) {
        json_object_set_new(json, "status", json_string(row_status_names[row->status]));
        json_object_set_new(json, "reason", json_string(row->reason));
    }
    return json;
}

static json_t *json_rows(const struct run *run)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++)
        json_array_append_new(array, json_row(&run->row[i].planned));
    return array;
}

/* ---- the first line ---- */

static json_t *json_pin(const struct pin *pin)
{
    return json_pack("{s:b, s:i, s:b, s:s, s:s}", "pinned", pin->pinned, "cpu", pin->cpu,
                     "smt_shared", pin->smt_shared, "description", pin->description, "warning",
                     pin->warning);
}

json_t *log_head(const struct report *report)
{
    const struct build *build = &report->build;
    json_t *json = json_object();
    json_object_set_new(json, "format", json_integer(LOG_FORMAT));
    json_object_set_new(json, "slidebench", json_string(build->version));
    json_object_set_new(json, "commit", json_string(build->commit));
    json_object_set_new(json, "date", json_time(report->began));
    json_object_set_new(json, "level", json_string(build->level));
    json_object_set_new(json, "compiler", json_string(build->compiler));
    json_object_set_new(json, "flags", json_string(build->flags));
    json_object_set_new(json, "options", json_options(report->request));
    json_object_set_new(json, "pin", json_pin(report->pin));
    json_object_set_new(json, "machine", machine_json(report->machine));
    json_object_set_new(json, "known_reference_ipc", json_real(report->known_reference_ipc));
    json_object_set_new(json, "schemes", json_schemes(report->run));
    json_object_set_new(json, "columns", json_columns(report->run));
    json_object_set_new(json, "rows", json_rows(report->run));
    return json;
}

/* ---- further lines ---- */

/* Returns the member's value in a result; without one, 0 or null. */
static json_t *json_value(const struct process_result *result, const struct process_member *member)
{
    const void *value = result ? (const char *)result + member->offset : NULL;
    return member->whole ? json_integer(value ? *(const uint32_t *)value : 0)
                         : json_number(value ? *(const double *)value : NAN);
}

/* Adds the values of all rows, unless there are none and the member may be absent. */
static void add_member(json_t *line, const struct process_member *member, const struct run *run,
                       size_t p)
{
    json_t *array = json_array();
    bool has_value = !member->optional;
    for (size_t i = 0; i < run->n; i++) {
        const struct process_result *process = run->row[i].process;
        json_t *value = json_value(process ? &process[p] : NULL, member);
        has_value = has_value || !json_is_null(value);
        json_array_append_new(array, value);
    }
    if (has_value)
        json_object_set(line, member->name, array);
    json_decref(array);
}

/* Returns the line of process p, 0 the first. */
static json_t *log_process(const struct run *run, size_t p, const struct process_times *times)
{
    json_t *line =
        json_pack("{s:I, s:o, s:f, s:i, s:f, s:f}", "process", (json_int_t)p + 1, "began",
                  json_time(times->began), "seconds", with_decimals(times->seconds, 2), "link",
                  (int)times->link, "undisturbed_share", with_decimals(times->undisturbed, 3),
                  "reference_ipc", run->last_reference_ipc);
    for (size_t m = 0; m < PROCESS_MEMBERS; m++)
        add_member(line, &process_members[m], run, p);
    return line;
}

/* Returns the line of a row that became wrong or crashed while it was timed. */
static json_t *log_failed_row(const struct run *run, size_t row)
{
    const struct row *planned = &run->row[row].planned;
    return json_pack("{s:I, s:s, s:s}", "failed_row", (json_int_t)row, "status",
                     row_status_names[planned->status], "reason", planned->reason);
}

/* Returns the line of a run that is continued for a number of processes in all. */
static json_t *log_resumed(size_t processes, time_t now)
{
    return json_pack("{s:o, s:I}", "resumed", json_time(now), "processes", (json_int_t)processes);
}

static json_t *log_ended(time_t now)
{
    return json_pack("{s:o}", "ended", json_time(now));
}

/* ---- the log ---- */

/* Appends a line, which it frees. */
static bool append_line(struct run_log *log, json_t *line, struct error *error)
{
    bool ok = log_append(&log->file, line, error);
    json_decref(line);
    return ok;
}

/* Notes which failures the log contains already. */
static void note_failed_rows(struct run_log *log, const struct report *report)
{
    const struct run *run = report->run;
    log->report = report;
    log->failed = xcalloc(run->n, sizeof *log->failed);
    for (size_t i = 0; i < run->n; i++)
        log->failed[i] = run->row[i].planned.status != ROW_OK;
}

bool run_log_begin(struct run_log *log, const struct report *report, struct error *error)
{
    note_failed_rows(log, report);
    return log->file.fd < 0 || append_line(log, json_incref((json_t *)report->head), error);
}

bool run_log_resume(struct run_log *log, const struct report *report, struct error *error)
{
    log->keep = true;
    note_failed_rows(log, report);
    return append_line(log, log_resumed(report->request->processes, time(NULL)), error);
}

/* Appends a line unless an earlier one is lost: lines are in order. */
static void add_line(struct run_log *log, json_t *line)
{
    if (log->lost)
        json_decref(line);
    else if (!append_line(log, line, &log->error)) {
        log->lost = true;
        progress_note(log->error.text);
    }
}

static void add_failures(struct run_log *log)
{
    const struct run *run = log->report->run;
    for (size_t i = 0; i < run->n; i++) {
        enum row_status status = run->row[i].planned.status;
        if (log->failed[i] || (status != ROW_WRONG && status != ROW_CRASHED))
            continue;
        log->failed[i] = true;
        add_line(log, log_failed_row(run, i));
    }
}

void run_log_add_process(void *context, const struct process_times *times)
{
    struct run_log *log = context;
    const struct run *run = log->report->run;
    if (log->file.fd < 0)
        return;
    add_failures(log);
    add_line(log, log_process(run, run->processes_ended - 1, times));
    log->keep = log->keep || !log->lost;
}

bool run_log_end(struct run_log *log, bool whole, struct error *error)
{
    if (log->file.fd < 0 && !log->lost)
        return true;
    add_failures(log);
    if (whole)
        add_line(log, log_ended(time(NULL)));
    if (log->lost)
        *error = log->error;
    return !log->lost;
}

void run_log_close(struct run_log *log)
{
    if (log->file.fd >= 0 && log->report && !log->keep)
        unlink(log->file.path);
    log_close(&log->file);
    free(log->failed);
}
