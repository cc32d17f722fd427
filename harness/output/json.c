/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/array.h"
#include "base/tuning.h"
#include "output/output.h"
#include "record/run_log.h"

#include <math.h>

/* ---- rows ---- */

json_t *json_interval(struct interval interval)
{
    return json_pack("[o, o, o]", json_number(round_recorded(interval.mid)),
                     json_number(round_recorded(interval.lo)),
                     json_number(round_recorded(interval.hi)));
}

static void add_figures(json_t *object, const struct measured_row *row)
{
    json_object_set_new(object, "cycles", json_interval(row->cycles));
    json_object_set_new(object, "ns", json_interval(row->ns));
    json_object_set_new(object, "precise", json_boolean(row_is_precise(row)));
    json_object_set_new(object, "ghz", json_number(row->ghz));
    for (enum counter c = 0; c < COUNTERS; c++)
        if (isfinite(row->counts[c]))
            json_object_set_new(object, result_fields[FIRST_COUNTER + c].name,
                                json_number(row->counts[c]));
    if (!row->standing.rank_min)
        return;
    json_object_set_new(object, "rank",
                        json_pack("[I, I]", (json_int_t)row->standing.rank_min,
                                  (json_int_t)row->standing.rank_max));
    json_object_set_new(object, "tied_with_best", json_boolean(row->standing.tied_with_best));
    json_object_set_new(object, "ratio_to_best", json_interval(row->ratio));
}

static json_t *json_result(const struct measured_row *row)
{
    json_t *object = json_pack("{s:s, s:s}", "scheme", row->planned.scheme->name, "status",
                               row_status_names[row->planned.status]);
    if (row->planned.status != ROW_OK)
        json_object_set_new(object, "reason", json_string(row->planned.reason));
    else
        add_figures(object, row);
    if (row->in_doubt)
        json_object_set_new(object, "in_doubt", json_true());
    if (!row->process)
        return object;
    json_object_set_new(object, "processes", json_integer((json_int_t)row->processes_measured));
    json_object_set_new(object, "samples", json_integer((json_int_t)row->samples_total));
    json_object_set_new(object, "undisturbed_share", json_number(row->undisturbed_share));
    return object;
}

/* ---- what follows from the rows of a column ---- */

/* Appends an object to an array; the other arguments are those of json_pack(). */
#define APPEND(array, ...) json_array_append_new(array, json_pack(__VA_ARGS__))

/* Returns the other schemes of the role that are not SLOWER than its choice. */
static json_t *json_tied(const struct run *run, const struct measured_row *choice, enum role role)
{
    json_t *names = json_array();
    for_each_row_of_column (row, run, choice->column)
        if (row != choice && row->standing.rank_min && row_has_role(row, role) &&
            column_verdict(run, row, choice) != SLOWER)
            json_array_append_new(names, json_string(row->planned.scheme->name));
    return names;
}

static json_t *json_choices(const struct run *run, const struct column *column)
{
    const struct measured_row *best = choice_of_role(run, column, ROLE_BEST);
    json_t *array = json_array();
    for (enum role role = 0; role < ROLES; role++) {
        const struct measured_row *choice = choice_of_role(run, column, role);
        if (choice)
            APPEND(array, "{s:s, s:s, s:o, s:o}", "role", role_name(role), "scheme",
                   choice->planned.scheme->name, "tied", json_tied(run, choice, role), "ratio",
                   json_interval(column_ratio(run, choice, best)));
    }
    return array;
}

static json_t *json_comparisons(const struct run *run, const struct column *column)
{
    static const enum role compared[][2] = {
        {ROLE_MULTIPLY_FREE, ROLE_MULTIPLIES},
        {ROLE_NO_EXTENSION_MULTIPLY_FREE, ROLE_NO_EXTENSION_MULTIPLIES},
        {ROLE_BRANCHLESS, ROLE_BRANCHY},
    };
    static const char *const words[] = {"faster", "tied", "slower"};
    json_t *array = json_array();
    for (size_t i = 0; i < COUNT(compared); i++) {
        const enum role *roles = compared[i];
        const struct measured_row *a = choice_of_role(run, column, roles[0]),
                                  *b = choice_of_role(run, column, roles[1]);
        if (a && b)
            APPEND(array, "{s:[ss], s:[ss], s:o, s:s}", "roles", role_name(roles[0]),
                   role_name(roles[1]), "schemes", a->planned.scheme->name, b->planned.scheme->name,
                   "ratio", json_interval(column_ratio(run, a, b)), "verdict",
                   words[column_verdict(run, a, b) - FASTER]);
    }
    return array;
}

static json_t *json_twins(const struct run *run, const struct column *column)
{
    json_t *array = json_array();
    for_each_row_of_column (row, run, column) {
        struct interval ratio = twin_ratio(run, row);
        if (isfinite(ratio.mid))
            APPEND(array, "{s:s, s:o, s:b}", "scheme", row->planned.scheme->name, "ratio",
                   json_interval(ratio), "apart", twin_gap(ratio) > 0);
    }
    return array;
}

/* Returns NULL if the column has no controls, as columns of older logs. */
static json_t *json_controls(const struct run *run, const struct column *column)
{
    json_t *array = json_array();
    for_each_row_of_column (row, run, column) {
        struct control control = control_find(run, row);
        if (isfinite(control.measured.mid))
            APPEND(array, "{s:s, s:i, s:o, s:b}", "scheme", row->planned.scheme->name, "cycles",
                   control.cycles, "measured", json_interval(control.measured), "wrong",
                   control.wrong);
    }
    if (json_array_size(array))
        return array;
    json_decref(array);
    return NULL;
}

/* ---- columns ---- */

static json_t *json_column(const struct run *run, const struct column *column)
{
    char about[MODE_ABOUT];
    json_t *object = log_column_json(column), *rows = json_array();
    json_object_set_new(object, "about", json_string(mode_about(column->mode, about)));
    json_object_set_new(object, "streams_views", json_boolean(mode_streams_views(column->mode)));
    if (column_is_ranked(run, column)) {
        json_object_set_new(object, "confidence", json_number(column->confidence.each));
        json_object_set_new(object, "corrected_for",
                            json_integer((json_int_t)column->confidence.corrected_for));
    }
    json_object_set_new(object, "choices", json_choices(run, column));
    json_object_set_new(object, "comparisons", json_comparisons(run, column));
    json_object_set_new(object, "twins", json_twins(run, column));
    json_object_set_new(object, "controls", json_controls(run, column)); /* NULL sets nothing */
    for_each_row_of_column (row, run, column)
        json_array_append_new(rows, json_result(row));
    json_object_set_new(object, "rows", rows);
    return object;
}

/* ---- the run ---- */

/* Returns the limits by which this program concludes and asks for logs; scripts follow them. */
static json_t *json_rules(void)
{
    json_t *close = json_object();
    for (const struct profile *profile = profiles; profile < profiles + PROFILES; profile++)
        if (profile->close > 0)
            json_object_set_new(close, profile->name, json_real(profile->close));
    return json_pack("{s:f, s:f, s:f, s:o, s:i}", "margin", TIE_MARGIN, "confidence", CONFIDENCE,
                     "canary_tolerance", CANARY_TOLERANCE, "close", close, "sent_processes",
                     SENT_PROCESSES);
}

/* Adds the results of the run to the first line of its log. */
static void add_run(json_t *object, const struct result *result)
{
    const struct run *run = result->run;
    json_t *resumed_after = json_array(), *columns = json_array();
    for (size_t i = 0; i < result->resumed.n; i++)
        json_array_append_new(resumed_after, json_integer((json_int_t)result->resumed.after[i]));
    for_each_column (column, run)
        json_array_append_new(columns, json_column(run, column));
    json_object_set_new(object, "partial", json_boolean(result->partial));
    json_object_set_new(object, "processes_requested",
                        json_integer((json_int_t)run->processes_requested));
    json_object_set_new(object, "processes_ended", json_integer((json_int_t)run->processes_ended));
    json_object_set_new(object, "resumed_after", resumed_after);
    json_object_set_new(object, "cycles_source",
                        json_string(run->has_hardware_cycles ? "counter" : "canary"));
    json_object_set_new(object, "reference_ipc", json_real(run->reference_ipc));
    json_object_set_new(object, "undisturbed_share", json_number(run_undisturbed_share(run)));
    json_object_set_new(object, "rules", json_rules());
    json_object_set_new(object, "interval_confidence", json_number(run_confidence(run)));
    json_object_set_new(object, "columns", columns);
}

void json_write(const struct result *result, FILE *out)
{
    json_t *root = json_copy(result->head);
    json_object_del(root, "rows");
    add_run(root, result);
    json_dumpf(root, out, JSON_OF_RUNS);
    json_decref(root);
    fputc('\n', out);
}
