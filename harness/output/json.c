/* SPDX-License-Identifier: MIT
 * A run as JSON. */
#include "commit.h"
#include "base/json_memory.h"
#include "target/isa_level.h"
#include "verify/proof_store.h"
#include "output/notes.h"
#include "output/report.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { FORMAT_VERSION = 1 };

static void add_name(json_t *array, const char *name)
{
    json_t *there;
    size_t i;
    json_array_foreach (array, i, there)
        if (!strcmp(json_string_value(there), name))
            return;
    json_array_append_new(array, json_string(name));
}

/* The command line, without input and output: ["--full", "--processes", "12"]. */
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
    for (size_t w = 0; w < o->matrix.modes.n; w++)
        add_name(modes, o->matrix.modes.mode[w].name);
    return json_pack("{s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:I, s:I, s:b, s:s, s:b}", "arguments",
                     json_arguments(o), "pieces", pieces, "modes", modes, "workloads", workloads,
                     "processes", (json_int_t)o->processes, "spread", o->spread, "seconds",
                     o->seconds, "queries", (json_int_t)o->list_length, "seed", (json_int_t)o->seed,
                     "own_positions", o->positions != NULL, "pages", o->huge_pages ? "huge" : "4k",
                     "interleaved", o->no_warmup);
}

static json_t *json_series(const double *values, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; values && i < n; i++)
        json_array_append_new(array, isfinite(values[i]) ? json_real(values[i]) : json_null());
    return array;
}

/* What a resumed run needs of a row beside its figures. */
static void add_past(json_t *object, const struct measured_row *row, size_t processes)
{
    json_t *ghz = json_array(), *samples = json_array(), *clean = json_array(),
           *counted = json_array();
    char checksum[17];
    bool is_counted = false;
    for (size_t p = 0; p < processes; p++) {
        const struct process_result *figures = &row->process[p];
        json_array_append_new(ghz, isfinite(figures->ghz) ? json_real(figures->ghz) : json_null());
        json_array_append_new(samples, json_integer(figures->samples));
        json_array_append_new(clean, json_integer(figures->undisturbed));
        json_array_append_new(counted, json_series(figures->counted, COUNTERS));
        is_counted = is_counted || isfinite(figures->counted[COUNT_CYCLES]);
    }
    snprintf(checksum, sizeof checksum, "%016" PRIx64,
             row->id.workload->expected.prefix_sums[row->id.workload->distinct]);
    json_object_set_new(object, "process_ghz", ghz);
    json_object_set_new(object, "process_samples", samples);
    json_object_set_new(object, "process_clean", clean);
    json_object_set_new(object, "checksum", json_string(checksum));
    if (is_counted)
        json_object_set(object, "process_counted", counted);
    json_decref(counted);
}

/* The rows with the figure of each process: [{"scheme": ..., "process_cycles": [...]}, ...]. */
static json_t *json_rows(const struct run *run, bool partial)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        char text[128];
        size_t processes = row->process_cycles ? run->processes : 0;
        json_t *object = json_pack(
            "{s:s, s:s?, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "scheme",
            row->id.scheme->name, "twin", row->id.scheme->twin, "mock",
            !!(row->id.scheme->traits & MOCK), "piece", piece_names[row->id.workload->piece],
            "workload", row->id.workload->name, "mode", row->id.mode->name, "status",
            status_text(row, text), "why", row->id.reason, "proof",
            proof_store_piece_verdict(row->id.scheme->name, row->id.workload->piece),
            "process_cycles", json_series(row->process_cycles, processes), "process_ns",
            json_series(row->process_ns, processes));
        if (partial && processes)
            add_past(object, row, processes);
        json_array_append_new(array, object);
    }
    return array;
}

/* Processes that had ended each time that the run was resumed. */
static json_t *json_resumed(const struct resume *resume)
{
    json_t *array = json_array();
    for (size_t i = 0; resume && i < resume->times; i++)
        json_array_append_new(array, json_integer((json_int_t)resume->after[i]));
    return array;
}

static double zero_unless_finite(double value)
{
    return isfinite(value) ? value : 0;
}

bool json_write(const struct record *record, const char *csv_crc32, FILE *out)
{
    const struct pin *pin = record->pin;
    char date[32];
    json_memory_watch();
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&record->began));
    json_t *root = json_pack(
        "{s:i, s:b, s:I, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:{s:b, s:i, s:b, s:s, s:s}, s:o, "
        "s:s, s:f, s:f, "
        "s:s?, s:o}",
        "format", FORMAT_VERSION, "partial", record->partial, "processes_ended",
        (json_int_t)record->run->processes, "resumed_after", json_resumed(record->resume),
        "slidebench", SLIDEBENCH_VERSION, "commit", SLIDEBENCH_COMMIT, "date", date, "level",
        level_name, "compiler", level_compiler, "flags", level_flags, "options",
        json_options(record->options), "pin", "pinned", pin->pinned, "cpu", pin->cpu, "smt_shared",
        pin->smt_shared, "how", pin->description, "warning", pin->warning, "machine",
        machine_json(record->machine), "cycles_source", record->run->counted ? "counter" : "canary",
        "reference_ipc", zero_unless_finite(record->run->reference_ipc), "reference_together",
        zero_unless_finite(record->run->reference_ipc_with_corunners), "csv_crc32", csv_crc32,
        "rows", json_rows(record->run, record->partial));
    bool ok =
        root && json_memory_ok() &&
        json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII) == 0 &&
        fputc('\n', out) != EOF;
    json_decref(root);
    return ok;
}
