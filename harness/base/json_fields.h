/* SPDX-License-Identifier: MIT
 * Fields of a struct as members of a JSON object. A table describes each field: its type, its
 * limits and its place in the struct. One table writes the object and reads it back, with all
 * checks, so that the two cannot disagree. */
#ifndef JSON_FIELDS_H
#define JSON_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum field_type {
    FIELD_TEXT,   /* char[]                                             */
    FIELD_STRING, /* const char *; points into the JSON that was read   */
    FIELD_ENUM,   /* an enum; in JSON words[value]                      */
    FIELD_SET,    /* unsigned; in JSON an array of words, by bit        */
    FIELD_FLAG,   /* bool                                               */
    FIELD_INT,    /* int, or uint32_t up to INT_MAX                     */
    FIELD_INT64,  /* size_t or uint64_t, up to INT64_MAX                */
    FIELD_REAL,   /* double                                             */
    FIELD_TIME,   /* time_t; in JSON a UTC time                         */
    FIELD_HEX,    /* uint64_t; in JSON 16 hexadecimal digits            */
};

struct field {
    const char *name; /* in JSON; NULL ends a table */
    enum field_type type;
    size_t offset, bytes; /* see FIELD_AT() */
    double min, max; /* limits: of a number, an enum, the bits of a set, or the bytes of a text */
    const char *const *words;

    /* A value outside the limits is unknown. FIELD_NULL writes it as null, FIELD_ABSENT leaves it
     * out, and FIELD_NULL_OR_ABSENT writes null and reads both. An unknown value that is read
     * leaves the field of the struct as it was. */
    enum { FIELD_KNOWN, FIELD_NULL, FIELD_ABSENT, FIELD_NULL_OR_ABSENT } unknown;

    const char *label; /* on the terminal; NULL: not shown there */
};

/* The place of a field in a struct, and its size. */
#define FIELD_AT(of, field)      .offset = offsetof(of, field), .bytes = sizeof(((of *)NULL)->field)
#define FIELD_TEXT_AT(of, field) FIELD_AT(of, field), .max = sizeof(((of *)NULL)->field) - 1

enum { FIELD_REASON = 256 };

/* The flags for jansson with which logs and results are written. */
enum { JSON_OF_RUNS = JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6) };

/* Returns a JSON number; null if the value is not finite. */
json_t *json_number(double value);

/* Returns a JSON text, "" for NULL. If the text is not UTF-8, which a path need not be, each byte
 * that is not ASCII becomes a '?'. */
json_t *json_text(const char *text);

/* Returns the value of a struct's field as JSON; NULL if the object is to have no such member. */
json_t *field_json(const struct field *field, const void *of);

/* Adds all fields of a struct to an object. Returns the object. */
json_t *fields_add(json_t *object, const struct field *fields, const void *of);

/* Reads a value into the field of a struct; NULL means that the member is absent. If the value is
 * impossible, returns false with a reason such as "cpu is -2, expected a whole number from -1 to
 * 1048576". */
bool field_read(const struct field *field, const json_t *value, void *to,
                char reason[static FIELD_REASON]);

/* Reads all fields from an object, and ignores its other members. Returns false with the reason for
 * the first value that is impossible. */
bool fields_read(const struct field *fields, const json_t *object, void *to,
                 char reason[static FIELD_REASON]);

#endif
