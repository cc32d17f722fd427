/* SPDX-License-Identifier: MIT */
#include "output/json/parts.h"

#include <string.h>

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

json_t *json_options(const struct run_request *o)
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
    return json_pack("{s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:I, s:I, s:b, s:b, s:b}", //
                     "arguments", json_arguments(o), "pieces", pieces, "modes", modes, "workloads",
                     workloads, "processes", (json_int_t)o->processes, "spread_over",
                     o->spread_over, "seconds", o->seconds, "list_length",
                     (json_int_t)o->list_length, "seed", (json_int_t)o->seed, "custom_positions",
                     o->positions != NULL, "huge_pages", o->huge_pages, "no_warmup", o->no_warmup);
}
