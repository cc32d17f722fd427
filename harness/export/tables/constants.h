/* SPDX-License-Identifier: MIT
 * Integer constant expressions of C: literals, enum constants, macros, sizeof and all operators but
 * casts. */
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include "export/tables/declarations.h"

/* Writes the value of an expression. Returns false if it is none, or reads a name that has no
 * value. A macro's body is a literal, a name, an invocation or in parentheses, and so are the
 * parameters in it. */
bool constant_evaluate(const struct declarations *declarations, struct span expression,
                       int64_t *value);

#endif
