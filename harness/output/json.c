/* SPDX-License-Identifier: MIT
 * A run as JSON, format 3. */
#include "output/json.h"
#include "analysis/ranking.h"
#include "base/json_memory.h"
#include "base/stats.h"
#include "base/tuning.h"
#include "output/json/layout.h"
#include "output/json/parts.h"

#include <math.h>

json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_interval(struct interval interval)
{
    return json_pack("[o, o, o]", json_number(round_recorded(interval.mid)),
                     json_number(round_recorded(interval.lo)),
                     json_number(round_recorded(interval.hi)));
}

static json_t *json_resumed_after(const struct resumptions *resumed)
{
    json_t *array = json_array();
    for (size_t i = 0; i < resumed->n; i++)
        json_array_append_new(array, json_integer((json_int_t)resumed->after[i]));
    return array;
}

static json_t *json_pin(const struct pin *pin)
{
    return json_pack("{s:b, s:i, s:b, s:s, s:s}", "pinned", pin->pinned, "cpu", pin->cpu,
                     "smt_shared", pin->smt_shared, "description", pin->description, "warning",
                     pin->warning);
}

static json_t *json_rules(void)
{
    return json_pack("{s:f, s:f, s:f}", "margin", MARGIN, "confidence", CONFIDENCE,
                     "canary_tolerance", IPC_TOLERANCE);
}

static double zero_unless_finite(double value)
{
    return isfinite(value) ? value : 0;
}

/* Returns the members that name the run and its conditions. */
static json_t *json_head(const struct report *report, json_t *options, const char *csv_crc32)
{
    const struct run *run = report->run;
    const struct build *build = &report->build;
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&report->began));
    return json_pack(
        "{s:i, s:b, s:I, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:f, s:s?, "
        "s:o, s:o}",
        "format", RESULT_FORMAT, "partial", report->partial, "processes_ended",
        (json_int_t)run->processes_ended, "resumed_after", json_resumed_after(&report->resumed),
        "slidebench", build->version, "commit", build->commit, "date", date, "level", build->level,
        "compiler", build->compiler, "flags", build->flags, "options", options, "pin",
        json_pin(report->pin), "machine", machine_json(report->machine), "cycles_source",
        run->has_hardware_cycles ? "counter" : "canary", "canary_ipc_reference",
        zero_unless_finite(run->reference_ipc), "csv_crc32", csv_crc32, "rules", json_rules(),
        "interval_confidence", json_number(interval_confidence(run)));
}

bool json_write(const struct report *report, const char *csv_crc32, FILE *out)
{
    const struct run *run = report->run;
    json_t *recorded = report->recorded, *options, *of_schemes;
    json_memory_watch();
    if (recorded) {
        options = json_incref(json_object_get(recorded, "options"));
        of_schemes = json_incref(json_object_get(recorded, "schemes"));
    } else {
        options = json_options(report->request);
        of_schemes = json_schemes(run);
    }
    json_t *root = json_head(report, options, csv_crc32);
    bool ok = json_object_set_new(root, "break_even", json_break_even(run)) == 0;
    ok = json_object_set_new(root, "schemes", of_schemes) == 0 && ok;
    ok = json_object_set_new(root, "columns", json_columns(report)) == 0 && ok;
    ok = ok && json_memory_ok() && json_write_lines(root, out);
    json_decref(root);
    return ok;
}
