/* SPDX-License-Identifier: MIT
 * Structs as JSON objects: what is written for unknown values, and sizes of 32 bits. */
#include "base/json_fields.h"
#include "support/test.h"

struct things {
    char text[8];
    const char *string;
    int count;
    uint64_t size;
    double real;
};

#define OPTIONAL(member, kind)                                                                     \
    {                                                                                              \
#member, kind, FIELD_AT(struct things, member), .min = 1, .max = 4, .unknown = FIELD_NULL  \
    }
static const struct field fields[] = {
    OPTIONAL(text, FIELD_TEXT),  OPTIONAL(string, FIELD_STRING), OPTIONAL(count, FIELD_INT),
    OPTIONAL(size, FIELD_INT64), OPTIONAL(real, FIELD_REAL),     {.name = NULL},
};

TEST(values_within_their_limits_are_written)
{
    const struct things known = {"four", "a", 1, 4, 2.5};
    json_t *expected = json_pack("{ss ss si si sf}", "text", "four", "string", "a", "count", 1,
                                 "size", 4, "real", 2.5),
           *object = fields_add(json_object(), fields, &known);
    assert_true(json_equal(object, expected));
    json_decref(object);
    json_decref(expected);
}

TEST(others_are_null)
{
    static const struct things unknown[] = {{"", "", 0, 0, NAN},
                                            {"fives", NULL, 5, UINT64_MAX, INFINITY}};
    for (size_t i = 0; i < COUNT(unknown); i++) {
        json_t *object = fields_add(json_object(), fields, &unknown[i]);
        for (const struct field *field = fields; field->name; field++)
            assert_true(json_is_null(json_object_get(object, field->name)));
        json_decref(object);
    }
}

TEST(sizes_of_32_bits_leave_their_neighbours_alone)
{
    struct sizes {
        uint32_t first, second;
    } sizes = {7, 8};
    static const struct field first = {"first", FIELD_INT64, FIELD_AT(struct sizes, first),
                                       .max = 1000};
    char reason[FIELD_REASON];
    json_t *seven = field_json(&first, &sizes), *nine = json_integer(9);
    assert_int_equal(json_integer_value(seven), 7);
    assert_true(field_read(&first, nine, &sizes, reason));
    assert_int_equal(sizes.first, 9);
    assert_int_equal(sizes.second, 8);
    json_decref(seven);
    json_decref(nine);
}

RUN_TESTS(NULL, NULL)
