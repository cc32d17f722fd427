/* SPDX-License-Identifier: MIT
 * What the target must have: the condition of the #if whose #else includes unsupported.h. */
#ifndef REQUIREMENT_H
#define REQUIREMENT_H

#include "export/source/macros.h"
#include "scheme.h"

#include <stdio.h>

/* True if this #if, by its `#`, has such an #else. */
bool is_requirement(const struct token *directive);

/* True if the compiler alone decides it, and no macro of the source. */
bool requirement_is_of_compiler(const struct token *directive, const struct macros *macros);

/* Prints #error, unless the condition holds; nothing for an empty one. */
void print_requirement(const struct scheme *scheme, const char *condition, FILE *out);

#endif
