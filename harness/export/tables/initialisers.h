/* SPDX-License-Identifier: MIT
 * Finished tables: initialisers of a scheme's tables, from the declarations in its source and from
 * the objects that its init() filled in this process. They contain values, not bytes, and so hold
 * for any byte order. */
#ifndef INITIALISERS_H
#define INITIALISERS_H

#include "base/error.h"
#include "export/tables/declarations.h"
#include "scheme.h"

#include <stdio.h>

/* The limit of tables as constants, in bytes, unless --force lifts it. */
enum { MAX_CONST_TABLES = 1 << 20 };

/* Fails, with STATUS_ENVIRONMENT, if the scheme cannot fill its tables here: not built, or missing
 * instructions. Fails, with STATUS_USAGE, if they have more than MAX_CONST_TABLES bytes and `force`
 * is not set. */
bool initialisers_allowed(const struct scheme *scheme, bool force, struct error *error);

/* How tables are named in the header. */
struct table_names {
    const char *prefix; /* before each name: "sliders_" or, in a namespace, "" */
    const char *null;   /* "0" or "nullptr" */
};

/* Writes `{...}` for a table of the scheme, whose init() has run. Fails, with
 * STATUS_ENVIRONMENT, if
 *   - it is not in scheme->tables;
 *   - its declaration cannot be read, or yields a size that differs from the object's;
 *   - a pointer leads out of the scheme's tables, to data that is not const, or to a table that is
 *     declared after this one. */
bool initialiser_write(const struct scheme *scheme, const char *table,
                       const struct declarations *declarations, const struct table_names *names,
                       FILE *out, struct error *error);

#endif
