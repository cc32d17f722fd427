/* SPDX-License-Identifier: MIT
 * Members of the lines of a log. */
#ifndef FIELDS_H
#define FIELDS_H

#include "base/error.h"
#include "scheme.h"

#include <jansson.h>
#include <stddef.h>

/* Returns a member that is a string; "" if it is none. */
const char *field_text(const json_t *object, const char *name);

/* Copies a member that is a string; returns false if it is none or longer than size - 1. */
bool field_copy_text(const json_t *object, const char *name, char *to, size_t size);

/* Returns a number, NAN for null; INFINITY for anything else and beyond the limits. */
double field_number(const json_t *value, double least, double most);

/* Reads a member that is an integer from 0 to `most`. */
bool field_whole(const json_t *object, const char *name, uint64_t most, uint64_t *to);

/* Returns the index of the name of a piece; ROW_PIECES if it is none. */
enum piece field_piece(const json_t *object);

#endif
