/* SPDX-License-Identifier: MIT */
#include "record/fields.h"

#include <math.h>
#include <string.h>

const char *field_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

bool field_copy_text(const json_t *object, const char *name, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text && snprintf(to, size, "%s", text) < (int)size;
}

double field_number(const json_t *value, double least, double most)
{
    if (json_is_null(value))
        return NAN;
    double number = json_is_number(value) ? json_number_value(value) : INFINITY;
    return number >= least && number <= most ? number : INFINITY;
}

bool field_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to)
{
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    *to = (uint64_t)number;
    return number >= 0 && *to <= most;
}

enum piece field_piece(const json_t *object)
{
    const char *name = field_text(object, "piece");
    enum piece piece = 0;
    while (piece < ROW_PIECES && strcmp(piece_names[piece], name) != 0)
        piece++;
    return piece;
}
