/* SPDX-License-Identifier: MIT
 * The macros of a source while its directives are followed. A name that begins with an underscore
 * belongs to the compiler, and nothing is known of it; any other name that is not here is not
 * defined. */
#ifndef MACROS_H
#define MACROS_H

#include "export/source/tokens.h"

enum { MAX_MACROS = 512 };

struct macros {
    struct macro {
        struct token name;
        struct token value; /* of a body of one token; else TOKEN_LINE_END */
        bool is_certain;    /* false: defined in a group whose condition is unknown */
    } list[MAX_MACROS];
    size_t n;
};

/* Adds a macro, or replaces the one of its name. `name` is the token after `#define`. Returns false
 * if there are too many. */
bool macros_define(struct macros *macros, const struct token *name, bool is_certain);

/* Returns the macro, NULL if it is not defined. */
const struct macro *macros_find(const struct macros *macros, const struct token *name);

/* Returns whether the macro is defined. */
bool macros_has(const struct macros *macros, const char *name);

/* Returns whether the compiler or its target decides if the macro is defined. */
bool macros_is_unknown(const struct macros *macros, const struct token *name);

#endif
