/* SPDX-License-Identifier: MIT
 * The machine's record, field by field: for whoever writes it down. */
#ifndef MACHINE_FIELDS_H
#define MACHINE_FIELDS_H

#include <stddef.h>

struct machine_field {
    const char *key, *label;                      /* in JSON, on the terminal                   */
    enum { TEXT, COUNT, BYTES, REAL, FLAG } type; /* char[], int, uint64_t, double, bool        */
    size_t offset;                                /* in struct machine                          */
};

/* In order of appearance; a NULL key ends them. */
extern const struct machine_field machine_fields[];

#endif
