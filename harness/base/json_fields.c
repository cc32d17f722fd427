/* SPDX-License-Identifier: MIT */
#include "base/json_fields.h"
#include "base/memory.h"
#include "base/parse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIME_FORMAT "%Y-%m-%dT%H:%M:%SZ"

static bool is_within(const struct field *field, double number)
{
    return number >= field->min && number <= field->max;
}

/* ---- a size_t, which has 32 bits on some machines, or a uint64_t ---- */

static int64_t get_size(const struct field *field, const void *from)
{
    return field->bytes == sizeof(uint32_t) ? *(const uint32_t *)from : *(const int64_t *)from;
}

static void set_size(const struct field *field, int64_t size, void *to)
{
    if (field->bytes == sizeof(uint32_t))
        *(uint32_t *)to = (uint32_t)size;
    else
        *(int64_t *)to = size;
}

/* ---- reading ---- */

static bool read_text(const struct field *field, const char *text, void *to)
{
    if (!text || !is_within(field, (double)strlen(text)))
        return false;
    if (field->type == FIELD_TEXT)
        strcpy(to, text);
    else
        *(const char **)to = text;
    return true;
}

static bool read_enum(const struct field *field, const char *text, int *to)
{
    for (*to = (int)field->min; *to <= (int)field->max; ++*to)
        if (text && !strcmp(text, field->words[*to]))
            return true;
    return false;
}

static bool read_set(const struct field *field, const json_t *array, unsigned *to)
{
    size_t i;
    json_t *element;
    int word;
    *to = 0;
    json_array_foreach (array, i, element) {
        if (!read_enum(field, json_string_value(element), &word))
            return false;
        *to |= 1U << word;
    }
    return json_is_array(array);
}

static bool read_number(const struct field *field, const json_t *json, void *to)
{
    if (field->type == FIELD_INT)
        *(int *)to = (int)json_integer_value(json);
    else if (field->type == FIELD_INT64)
        set_size(field, json_integer_value(json), to);
    else
        *(double *)to = json_number_value(json);
    return (field->type == FIELD_REAL ? json_is_number(json) : json_is_integer(json)) &&
           is_within(field, json_number_value(json));
}

static bool read_time(const char *text, time_t *to)
{
    struct tm tm = {0};
    const char *end = text ? strptime(text, TIME_FORMAT, &tm) : NULL;
    *to = timegm(&tm);
    return end && !*end;
}

static bool read_value(const struct field *field, const json_t *json, void *to)
{
    struct error ignored;
    const char *text = json_string_value(json);
    switch (field->type) {
    case FIELD_TEXT:
    case FIELD_STRING:
        return read_text(field, text, to);
    case FIELD_ENUM:
        return read_enum(field, text, to);
    case FIELD_SET:
        return read_set(field, json, to);
    case FIELD_FLAG:
        *(bool *)to = json_is_true(json);
        return json_is_boolean(json);
    case FIELD_INT:
    case FIELD_INT64:
    case FIELD_REAL:
        return read_number(field, json, to);
    case FIELD_TIME:
        return read_time(text, to);
    case FIELD_HEX:
        return text && parse_hex(field->name, text, to, &ignored);
    }
    return false;
}

static void explain(const struct field *field, const json_t *value,
                    char reason[static FIELD_REASON])
{
    static const char *const kinds[] = {
        [FIELD_TEXT] = "a text whose length is",
        [FIELD_STRING] = "a text whose length is",
        [FIELD_ENUM] = "one of",
        [FIELD_SET] = "an array of",
        [FIELD_FLAG] = "true or false",
        [FIELD_INT] = "a whole number",
        [FIELD_INT64] = "a whole number",
        [FIELD_REAL] = "a number",
        [FIELD_TIME] = "a UTC time such as 2026-11-22T06:37:22Z",
        [FIELD_HEX] = "up to 16 hexadecimal digits",
    };
    enum { FLAGS = JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII };
    char *text = value ? json_dumps(value, FLAGS) : NULL;
    int used = snprintf(reason, FIELD_REASON, "%.20s is %.40s, expected %s", field->name,
                        text ? text : "missing", kinds[field->type]);
    free(text);
    if (field->words)
        for (int i = (int)field->min; i <= (int)field->max && used < FIELD_REASON; i++)
            used += snprintf(reason + used, FIELD_REASON - (size_t)used, " %s", field->words[i]);
    else if (field->min < field->max)
        snprintf(reason + used, FIELD_REASON - (size_t)used, " from %.15g to %.15g", field->min,
                 field->max);
}

bool field_read(const struct field *field, const json_t *value, void *to,
                char reason[static FIELD_REASON])
{
    if (!value && field->unknown & FIELD_ABSENT)
        return true;
    if (json_is_null(value) && field->unknown & FIELD_NULL)
        return true;
    if (value && read_value(field, value, (char *)to + field->offset))
        return true;
    explain(field, value, reason);
    return false;
}

bool fields_read(const struct field *fields, const json_t *object, void *to,
                 char reason[static FIELD_REASON])
{
    for (const struct field *field = fields; field->name; field++)
        if (!field_read(field, json_object_get(object, field->name), to, reason))
            return false;
    return true;
}

/* ---- writing ---- */

json_t *json_text(const char *text)
{
    json_t *json = json_string(text ? text : "");
    if (json)
        return json;
    char *ascii = xmalloc(strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++)
        ascii[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
    json = json_string(ascii);
    free(ascii);
    return json;
}

static json_t *json_set(const struct field *field, unsigned set)
{
    json_t *array = json_array();
    for (int i = (int)field->min; i <= (int)field->max; i++)
        if (set >> i & 1)
            json_array_append_new(array, json_string(field->words[i]));
    return array;
}

static json_t *json_time(time_t time)
{
    char text[32];
    strftime(text, sizeof text, TIME_FORMAT, gmtime(&time));
    return json_string(text);
}

static json_t *json_value(const struct field *field, const void *value)
{
    switch (field->type) {
    case FIELD_TEXT:
        return json_text(value);
    case FIELD_STRING:
        return json_text(*(const char *const *)value);
    case FIELD_ENUM:
        return json_text(field->words[*(const int *)value]);
    case FIELD_SET:
        return json_set(field, *(const unsigned *)value);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)value);
    case FIELD_INT:
        return json_integer(*(const int *)value);
    case FIELD_INT64:
        return json_integer(get_size(field, value));
    case FIELD_REAL:
        return json_real(*(const double *)value);
    case FIELD_TIME:
        return json_time(*(const time_t *)value);
    case FIELD_HEX:
        return json_sprintf("%016" PRIx64, *(const uint64_t *)value);
    }
    return NULL;
}

static bool is_known(const struct field *field, const void *value)
{
    const char *text = field->type == FIELD_STRING ? *(const char *const *)value : value;
    switch (field->type) {
    case FIELD_TEXT:
    case FIELD_STRING:
        return text && is_within(field, (double)strlen(text));
    case FIELD_ENUM:
    case FIELD_INT:
        return is_within(field, *(const int *)value);
    case FIELD_INT64:
        return is_within(field, (double)get_size(field, value));
    case FIELD_REAL:
        return is_within(field, *(const double *)value);
    default: /* sets, flags, times and hexadecimal numbers have no limits */
        return true;
    }
}

json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *field_json(const struct field *field, const void *of)
{
    const void *value = (const char *)of + field->offset;
    if (field->unknown == FIELD_KNOWN || is_known(field, value))
        return json_value(field, value);
    return field->unknown & FIELD_NULL ? json_null() : NULL;
}

json_t *fields_add(json_t *object, const struct field *fields, const void *of)
{
    for (const struct field *field = fields; field->name; field++)
        json_object_set_new(object, field->name, field_json(field, of)); /* NULL is not set */
    return object;
}
