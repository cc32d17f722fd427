/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as one self-contained header. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "export/code/rename.h"
#include "scheme.h"

#include <stdio.h>

enum tables { TABLES_INIT, TABLES_CONST }; /* filled by init(), or finished */

struct export_request {
    const struct scheme *scheme;
    enum language language;
    const char *prefix;
    enum tables tables;
    bool force; /* finished tables of any size */
};

/* Writes the header. Fails with STATUS_USAGE if the scheme has no attack sets, and with
 * STATUS_ENVIRONMENT for lack of memory or of its source. Errors of `out` are left to the caller. */
bool export_write(const struct export_request *request, FILE *out, struct error *error);

#endif
