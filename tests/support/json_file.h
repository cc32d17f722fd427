/* SPDX-License-Identifier: MIT
 * Changes a JSON file. Include it after cmocka.h. */
#ifndef JSON_FILE_H
#define JSON_FILE_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets a member, such as columns.0.rows.1.status, to a JSON value; "" removes it. */
static inline void set_in_file(const char *path, const char *where, const char *value)
{
    json_t *json = json_load_file(path, 0, NULL), *at = json;
    char name[40];
    for (size_t length; (length = strcspn(where, ".")) < strlen(where); where += length + 1) {
        snprintf(name, sizeof name, "%.*s", (int)length, where);
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(name)) : json_object_get(at, name);
        assert_non_null(at);
    }
    json_t *new = *value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    assert_true(!*value || new);
    size_t index = (size_t)atoi(where);
    int failed = json_is_object(at)
                     ? new ? json_object_set_new(at, where, new) : json_object_del(at, where)
                 : !new                         ? json_array_remove(at, index)
                 : index == json_array_size(at) ? json_array_append_new(at, new)
                                                : json_array_set_new(at, index, new);
    assert_int_equal(failed, 0);
    assert_int_equal(json_dump_file(json, path, 0), 0);
    json_decref(json);
}

#endif
