/* SPDX-License-Identifier: MIT */
#include "output/json/layout.h"

enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6) };

/* Returns whether the value contains an array of objects, at any depth. */
static bool has_objects(const json_t *value)
{
    size_t i;
    const char *name;
    json_t *part;
    json_array_foreach (value, i, part)
        if (json_is_object(part) || has_objects(part))
            return true;
    json_object_foreach ((json_t *)value, name, part)
        if (has_objects(part))
            return true;
    return false;
}

/* Ends the previous part's line and indents the next. */
static void begin_line(bool first, int depth, FILE *out)
{
    fprintf(out, "%s\n%*s", first ? "" : ",", depth, "");
}

static bool write_value(const json_t *value, int depth, FILE *out);

static bool write_array(const json_t *array, int depth, FILE *out)
{
    size_t i;
    json_t *element;
    bool ok = true;
    fputc('[', out);
    json_array_foreach (array, i, element) {
        begin_line(i == 0, depth + 1, out);
        ok = write_value(element, depth + 1, out) && ok;
    }
    fprintf(out, "\n%*s]", depth, "");
    return ok;
}

static bool write_object(const json_t *object, int depth, FILE *out)
{
    const char *name;
    json_t *member;
    bool ok = true, first = true;
    fputc('{', out);
    json_object_foreach ((json_t *)object, name, member) {
        begin_line(first, depth + 1, out);
        fprintf(out, "\"%s\":", name);
        ok = write_value(member, depth + 1, out) && ok;
        first = false;
    }
    fprintf(out, "\n%*s}", depth, "");
    return ok;
}

static bool write_value(const json_t *value, int depth, FILE *out)
{
    if (!has_objects(value))
        return json_dumpf(value, out, FLAGS) == 0;
    return json_is_array(value) ? write_array(value, depth, out) : write_object(value, depth, out);
}

bool json_write_lines(const json_t *value, FILE *out)
{
    bool ok = write_value(value, 0, out);
    fputc('\n', out);
    return ok && !ferror(out);
}
