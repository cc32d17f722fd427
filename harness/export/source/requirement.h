/* SPDX-License-Identifier: MIT
 * What the target must have: the condition of the #if whose #else includes unsupported.h. */
#ifndef REQUIREMENT_H
#define REQUIREMENT_H

#include "export/source/macros.h"
#include "scheme.h"

#include <stdio.h>

/* Returns whether the #if that begins with this `#` has such an #else. */
bool is_requirement(const struct token *directive);

/* Returns whether the compiler alone decides the #if, and no macro of the source. */
bool requirement_is_of_compiler(const struct token *directive, const struct macros *macros);

/* Prints #error, unless the condition holds; nothing for an empty one. */
void print_requirement(const struct scheme *scheme, const char *condition, FILE *out);

#endif
