/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "machine/machine_fields.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

/* Returns NULL if the value is unknown. */
static json_t *value_json(const struct machine_field *field, const struct machine *machine)
{
    const void *value = (const char *)machine + field->offset;
    switch (field->type) {
    case FIELD_TEXT:
        return *(const char *)value ? json_string(value) : NULL;
    case FIELD_COUNT:
        return *(const int *)value < 0 ? NULL : json_integer(*(const int *)value);
    case FIELD_BYTES:
        return *(const uint64_t *)value ? json_integer(*(const int64_t *)value) : NULL;
    case FIELD_REAL:
        return *(const double *)value < 0 ? NULL : json_real(*(const double *)value);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)value);
    }
    return NULL;
}

json_t *machine_json(const struct machine *machine)
{
    json_t *object = json_object(), *warnings = json_array();
    for (const struct machine_field *field = machine_fields; field->key; field++) {
        json_t *value = value_json(field, machine);
        json_object_set_new(object, field->key, value ? value : json_null());
    }
    for (int i = 0; i < machine->warning_count; i++)
        json_array_append_new(warnings, json_string(machine->warnings[i]));
    json_object_set_new(object, "warnings", warnings);
    return object;
}

static void set_unknown(const struct machine_field *field, void *value)
{
    if (field->type == FIELD_COUNT)
        *(int *)value = -1;
    else if (field->type == FIELD_REAL)
        *(double *)value = -1;
    else
        memset(value, 0, field->size);
}

/* Returns false if the value is of another type, too long or too large. */
static bool read_value(const struct machine_field *field, const json_t *json, void *value)
{
    json_int_t whole = json_is_integer(json) ? json_integer_value(json) : -1;
    switch (field->type) {
    case FIELD_TEXT:
        return json_is_string(json) &&
               snprintf(value, field->size, "%s", json_string_value(json)) < (int)field->size;
    case FIELD_COUNT:
        *(int *)value = (int)whole;
        return whole >= 0 && whole <= INT_MAX;
    case FIELD_BYTES:
        *(uint64_t *)value = (uint64_t)whole;
        return whole >= 0;
    case FIELD_REAL:
        *(double *)value = json_number_value(json);
        return json_is_number(json) && *(double *)value >= 0;
    case FIELD_FLAG:
        *(bool *)value = json_is_true(json);
        return json_is_boolean(json);
    }
    return false;
}

static bool read_warnings(struct machine *machine, const json_t *list)
{
    size_t i, size = sizeof *machine->warnings;
    json_t *text;
    if (json_array_size(list) > MACHINE_WARNINGS)
        return false;
    json_array_foreach (list, i, text)
        if (!json_is_string(text) || snprintf(machine->warnings[machine->warning_count++], size,
                                              "%s", json_string_value(text)) >= (int)size)
            return false;
    return true;
}

bool machine_of_json(struct machine *machine, const json_t *object)
{
    *machine = (struct machine){.warning_count = 0};
    for (const struct machine_field *field = machine_fields; field->key; field++) {
        const json_t *json = json_object_get(object, field->key);
        void *value = (char *)machine + field->offset;
        set_unknown(field, value);
        if (json && !json_is_null(json) && !read_value(field, json, value))
            return false;
    }
    return *machine->slug && read_warnings(machine, json_object_get(object, "warnings"));
}
