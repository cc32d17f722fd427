/* SPDX-License-Identifier: MIT
 * Structs as JSON objects: what is written for unknown values, and sizes of 32 bits. */
#include "base/json_fields.h"
#include "support/test.h"

struct things {
    char text[1024];
    const char *string;
    int count;
    uint64_t size;
    double real;
};

#define OPTIONAL(member, kind)                                                                     \
    {                                                                                              \
#member, kind, FIELD_AT(struct things, member), .least = 1, .most = 1000,                  \
                                                        .unknown = FIELD_NULL                      \
    }
static const struct field fields[] = {
    OPTIONAL(text, FIELD_TEXT), OPTIONAL(string, FIELD_STRING), OPTIONAL(count, FIELD_INT),
    OPTIONAL(size, FIELD_SIZE), OPTIONAL(real, FIELD_REAL),     {.name = NULL},
};

static void assert_json(const struct things *things, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_t *expected = json_vpack_ex(NULL, 0, format, arguments),
           *object = fields_add(json_object(), fields, things);
    va_end(arguments);
    assert_true(json_equal(object, expected));
    json_decref(object);
    json_decref(expected);
}

TEST(values_outside_their_limits_are_null)
{
    assert_json(&(struct things){.text = "", .real = NAN}, "{sn sn sn sn sn}", "text", "string",
                "count", "size", "real");
    assert_json(&(struct things){"", "", 1001, UINT64_MAX, INFINITY}, "{sn sn sn sn sn}", "text",
                "string", "count", "size", "real");
}

TEST(known_values_of_any_length_are_written)
{
    struct things things = {"", "a", 1, 1000, 2.5};
    memset(things.text, 'x', 1000);
    assert_json(&things, "{ss ss si si sf}", "text", things.text, "string", "a", "count", 1, "size",
                1000, "real", 2.5);
}

TEST(sizes_of_32_bits_leave_their_neighbours_alone)
{
    struct sizes {
        uint32_t first, second;
    } sizes = {7, 8};
    static const struct field first = {"first", FIELD_SIZE, FIELD_AT(struct sizes, first),
                                       .most = 1000};
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
