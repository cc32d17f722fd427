/* SPDX-License-Identifier: MIT
 * A run as JSON, format 2. */
#include "output/json.h"
#include "base/json_memory.h"
#include "commit.h"
#include "output/resume.h"
#include "target/isa_level.h"
#include "verify/proof_store.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* Returns null for a value that is not finite. */
static json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

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
    json_t *pieces = json_array(), *modes = json_array(), *workloads = json_array(),
           *sizes = json_object();
    for (size_t i = 0; i < o->matrix.n; i++) {
        const struct matrix_line *line = &o->matrix.line[i];
        char workload[WORKLOAD_NAME];
        add_name(workloads, workload_name(&line->workload, workload));
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            if (line->pieces[piece])
                add_name(pieces, piece_names[piece]);
    }
    for (size_t m = 0; m < o->matrix.modes.n; m++) {
        const struct mode_spec *mode = &o->matrix.modes.mode[m];
        add_name(modes, mode->name);
        if (mode_table[mode->kind].cold_cache)
            json_object_set_new(sizes, mode->name, json_integer(mode->kib));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:I, s:I, s:b, s:b, s:b}", //
                     "arguments", json_arguments(o), "pieces", pieces, "modes", modes,
                     "working_set_kib", sizes, "workloads", workloads, "processes",
                     (json_int_t)o->processes, "spread_over", o->spread, "seconds", o->seconds,
                     "list_length", (json_int_t)o->list_length, "seed", (json_int_t)o->seed,
                     "custom_positions", o->positions != NULL, "huge_pages", o->huge_pages,
                     "no_warmup", o->no_warmup);
}

/* ---- Rows ---- */

static json_t *json_numbers(const double *values, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; values && i < n; i++)
        json_array_append_new(array, json_number(values[i]));
    return array;
}

/* Adds the values of each process that only a resumed run needs. */
static void add_process_values(json_t *object, const struct measured_row *row, size_t processes)
{
    json_t *ghz = json_array(), *samples = json_array(), *undisturbed = json_array(),
           *counted = json_array();
    bool has_counters = false;
    for (size_t p = 0; p < processes; p++) {
        const struct process_result *process = &row->process[p];
        json_array_append_new(ghz, json_number(process->ghz));
        json_array_append_new(samples, json_integer(process->samples));
        json_array_append_new(undisturbed, json_integer(process->undisturbed));
        json_array_append_new(counted, json_numbers(process->counted, COUNTERS));
        has_counters = has_counters || isfinite(process->counted[COUNT_CYCLES]);
    }
    json_object_set_new(object, "process_ghz", ghz);
    json_object_set_new(object, "process_samples", samples);
    json_object_set_new(object, "process_undisturbed", undisturbed);
    if (has_counters)
        json_object_set(object, "process_counted", counted);
    json_decref(counted);
}

static void add_checksum(json_t *object, const struct workload *workload)
{
    json_object_set_new(
        object, "checksum",
        json_sprintf("%016" PRIx64, workload->expected.prefix_sums[workload->distinct]));
}

static json_t *json_row(const struct measured_row *row, size_t processes, bool partial)
{
    const struct scheme *scheme = row->id.scheme;
    enum piece piece = row->id.workload->piece;
    size_t measured = row->process_cycles ? processes : 0;
    json_t *object =
        json_pack("{s:s, s:s?, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", //
                  "scheme", scheme->name, "twin", scheme->twin, "mock", !!(scheme->traits & MOCK),
                  "piece", piece_names[piece], "workload", row->id.workload->name, "mode",
                  row->id.mode->name, "status", row_status_names[row->id.status], "reason",
                  row->id.reason, "proof", proof_store_piece_verdict(scheme->name, piece),
                  "process_cycles", json_numbers(row->process_cycles, measured), "process_ns",
                  json_numbers(row->process_ns, measured));
    if (partial && measured) {
        add_process_values(object, row, measured);
        add_checksum(object, row->id.workload);
    }
    return object;
}

static json_t *json_rows(const struct run *run, bool partial)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++)
        json_array_append_new(array, json_row(&run->row[i], run->processes, partial));
    return array;
}

/* ---- The run ---- */

/* Returns how many processes had ended each time that the run was resumed. */
static json_t *json_resumed_after(const struct resume *resume)
{
    json_t *array = json_array();
    for (size_t i = 0; resume && i < resume->resumed_count; i++)
        json_array_append_new(array, json_integer((json_int_t)resume->resumed_after[i]));
    return array;
}

static json_t *json_pin(const struct pin *pin)
{
    return json_pack("{s:b, s:i, s:b, s:s, s:s}", "pinned", pin->pinned, "cpu", pin->cpu,
                     "smt_shared", pin->smt_shared, "description", pin->description, "warning",
                     pin->warning);
}

static double zero_unless_finite(double value)
{
    return isfinite(value) ? value : 0;
}

bool json_write(const struct report *report, const char *csv_crc32, FILE *out)
{
    const struct run *run = report->run;
    char date[32];
    json_memory_watch();
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&report->began));
    json_t *root = json_pack(
        "{s:i, s:b, s:I, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:f, s:f, "
        "s:s?, s:o}",
        "format", RESULT_FORMAT, "partial", report->partial, "processes_ended",
        (json_int_t)run->processes, "resumed_after", json_resumed_after(report->resume),
        "slidebench", SLIDEBENCH_VERSION, "commit", SLIDEBENCH_COMMIT, "date", date, "level",
        level_name, "compiler", level_compiler, "flags", level_flags, "options",
        json_options(report->options), "pin", json_pin(report->pin), "machine",
        machine_json(report->machine), "cycles_source", run->counted ? "counter" : "canary",
        "canary_ipc_reference", zero_unless_finite(run->reference_ipc),
        "canary_ipc_reference_with_corunners",
        zero_unless_finite(run->reference_ipc_with_corunners), "csv_crc32", csv_crc32, "rows",
        json_rows(run, report->partial));
    bool ok =
        root && json_memory_ok() &&
        json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII) == 0 &&
        fputc('\n', out) != EOF;
    json_decref(root);
    return ok;
}
