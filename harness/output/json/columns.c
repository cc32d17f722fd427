/* SPDX-License-Identifier: MIT */
#include "analysis/break_even.h"
#include "analysis/choices.h"
#include "analysis/columns.h"
#include "analysis/twins.h"
#include "base/json_memory.h"
#include "base/stats.h"
#include "output/json/parts.h"

#include <inttypes.h>
#include <math.h>

/* ---- rows ---- */

static json_t *json_numbers(const double *values, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
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
        json_array_append_new(counted, json_numbers(process->counts, COUNTERS));
        has_counters = has_counters || isfinite(process->counts[COUNT_CYCLES]);
    }
    json_object_set_new(object, "process_ghz", ghz);
    json_object_set_new(object, "process_samples", samples);
    json_object_set_new(object, "process_undisturbed", undisturbed);
    if (has_counters)
        json_object_set(object, "process_counted", counted);
    json_decref(counted);
}

/* Returns false for a row that was read from a result without them. */
static bool has_samples(const struct measured_row *row, size_t processes)
{
    for (size_t p = 0; p < processes; p++)
        if (row->process[p].samples)
            return true;
    return false;
}

static json_t *json_row(const struct measured_row *row, size_t processes)
{
    json_t *object = json_pack("{s:s}", "scheme", row->planned.scheme->name);
    if (row->planned.status != ROW_OK) {
        json_object_set_new(object, "status", json_string(row_status_names[row->planned.status]));
        json_object_set_new(object, "reason", json_string(row->planned.reason));
    }
    if (row->in_doubt)
        json_object_set_new(object, "in_doubt", json_true());
    if (row->process_cycles) {
        json_object_set_new(object, "process_cycles", json_numbers(row->process_cycles, processes));
        json_object_set_new(object, "process_ns", json_numbers(row->process_ns, processes));
    }
    if (row->process && has_samples(row, processes))
        add_process_values(object, row, processes);
    return object;
}

static json_t *json_rows(const struct report *report, const struct measured_row *column)
{
    const struct run *run = report->run;
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++)
        if (run_same_column(&run->row[i], column))
            json_array_append_new(array, json_row(&run->row[i], run->processes_ended));
    return array;
}

/* ---- what follows from them ---- */

static json_t *json_tied(const struct run *run, const struct column_choices *choices,
                         enum role role)
{
    json_t *names = json_array();
    for (size_t i = 0; i < run->n; i++)
        if (choices_is_tied(run, choices, role, &run->row[i]))
            json_array_append_new(names, json_string(run->row[i].planned.scheme->name));
    return names;
}

static json_t *json_choices(const struct run *run, const struct column_choices *choices)
{
    json_t *array = json_array();
    for (enum role role = 0; role < ROLES; role++) {
        const struct choice *choice = &choices->choice[role];
        if (choice->row)
            json_array_append_new(array, json_pack("{s:s, s:s, s:o, s:o}", "role", role_names[role],
                                                   "scheme", choice->row->planned.scheme->name,
                                                   "tied", json_tied(run, choices, role), "ratio",
                                                   json_interval(choice->ratio)));
    }
    return array;
}

static json_t *json_comparisons(const struct column_choices *choices)
{
    static const char *const words[] = {"faster", "tied", "slower"};
    json_t *array = json_array();
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct comparison *c = &choices->comparison[i];
        if (c->known)
            json_array_append_new(array, json_pack("{s:[ss], s:[ss], s:o, s:s}", "roles",
                                                   role_names[c->a], role_names[c->b], "schemes",
                                                   choices->choice[c->a].row->planned.scheme->name,
                                                   choices->choice[c->b].row->planned.scheme->name,
                                                   "ratio", json_interval(c->ratio), "verdict",
                                                   words[c->verdict - FASTER]));
    }
    return array;
}

static json_t *json_twins(const struct run *run, const struct measured_row *column)
{
    json_t *array = json_array();
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        struct interval ratio = twin_ratio(run, row);
        if (run_same_column(row, column) && isfinite(ratio.mid))
            json_array_append_new(array,
                                  json_pack("{s:s, s:o}", "scheme", row->planned.scheme->name,
                                            "ratio", json_interval(ratio)));
    }
    return array;
}

/* ---- columns ---- */

static bool has_rank(const struct run *run, const struct measured_row *column)
{
    for (size_t i = 0; i < run->n; i++)
        if (run->row[i].standing.rank_min && run_same_column(&run->row[i], column))
            return true;
    return false;
}

static json_t *json_column(const struct report *report, const struct measured_row *column)
{
    const struct list *list = column->planned.list;
    const struct mode_spec *mode = column->planned.mode;
    struct column_choices choices = choices_in_column(report->run, column);
    json_t *object = json_pack("{s:s, s:s, s:s, s:I, s:o, s:o}", //
                               "piece", piece_names[list->piece], "workload", list->name, "mode",
                               mode->name, "list_length", (json_int_t)list->distinct,
                               "mean_occupied", json_number(list->mean_occupied),
                               "lookups_per_step", json_number(list->mean_lookups));
    if (mode_table[mode->kind].cold_cache)
        json_object_set_new(object, "working_set_kib", json_integer(mode->kib));
    json_object_set_new(object, "checksum", json_sprintf("%016" PRIx64, list->checksum));
    if (has_rank(report->run, column)) {
        json_object_set_new(object, "confidence", json_number(choices.confidence.each));
        json_object_set_new(object, "corrected_for",
                            json_integer((json_int_t)choices.confidence.corrected_for));
    }
    json_object_set_new(object, "choices", json_choices(report->run, &choices));
    json_object_set_new(object, "comparisons", json_comparisons(&choices));
    json_object_set_new(object, "twins", json_twins(report->run, column));
    json_object_set_new(object, "rows", json_rows(report, column));
    return object;
}

json_t *json_columns(const struct report *report)
{
    struct columns columns;
    json_t *array = columns_make(&columns, report->run) ? json_array() : json_memory_failed();
    for (size_t c = 0; array && c < columns.n; c++)
        json_array_append_new(array, json_column(report, columns.first[c]));
    columns_free(&columns);
    return array;
}

/* ---- incremental schemes ---- */

json_t *json_break_even(const struct run *run)
{
    struct break_even b;
    struct columns columns;
    json_t *array = columns_make(&columns, run) ? json_array() : json_memory_failed();
    for (size_t c = 0; array && c < columns.n; c++)
        for (size_t i = 0; i < run->n; i++)
            if (run_same_column(&run->row[i], columns.first[c]) &&
                break_even_find(run, &run->row[i], &b))
                json_array_append_new(
                    array, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "scheme", b.scheme->name,
                                     "workload", b.list->name, "against", b.against->name,
                                     "lookups_per_move", json_interval(b.lookups_per_move),
                                     "lookups_in_workload", json_number(b.list->mean_lookups),
                                     "extra_upkeep", json_number(round_recorded(b.extra_upkeep))));
    columns_free(&columns);
    return array;
}
