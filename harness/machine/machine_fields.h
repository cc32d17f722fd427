/* SPDX-License-Identifier: MIT
 * Table of the fields of struct machine, for all outputs. */
#ifndef MACHINE_FIELDS_H
#define MACHINE_FIELDS_H

#include <stddef.h>

struct machine_field {
    const char *key, *label; /* in JSON, on the terminal */
    enum {
        FIELD_TEXT,
        FIELD_COUNT,
        FIELD_BYTES,
        FIELD_REAL,
        FIELD_FLAG
    } type;              /* char[], int, uint64_t, double, bool */
    size_t offset, size; /* in struct machine */
};

/* In output order. A NULL key ends the table. */
extern const struct machine_field machine_fields[];

#endif
