/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "machine/machine_fields.h"

#include <jansson.h>

/* Returns NULL if the value is unknown. */
static json_t *value_json(const struct machine_field *field, const struct machine *machine)
{
    const void *value = (const char *)machine + field->offset;
    switch (field->type) {
    case TEXT:
        return *(const char *)value ? json_string(value) : NULL;
    case COUNT:
        return *(const int *)value < 0 ? NULL : json_integer(*(const int *)value);
    case BYTES:
        return *(const uint64_t *)value ? json_integer(*(const int64_t *)value) : NULL;
    case REAL:
        return *(const double *)value < 0 ? NULL : json_real(*(const double *)value);
    case FLAG:
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
