/* SPDX-License-Identifier: MIT
 * Conditions of #if, evaluated as far as they are known: what depends on the compiler or its target
 * remains as text. */
#ifndef CONDITION_H
#define CONDITION_H

#include "export/source/macros.h"

/* An expression of #if, or what remains of it. */
struct condition {
    bool is_known;
    long value;     /* if known */
    char text[512]; /* else */
};

/* Evaluates #if, #ifdef, #ifndef or #elif, by the token after the `#`. */
struct condition condition_evaluate(const struct token *directive, const struct macros *macros);

#endif
