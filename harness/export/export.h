/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as one header for an engine, in C99 and C++14. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "scheme.h"

#include <stdio.h>

/* Writes the header, all of whose names begin with the prefix and an underscore. Fails with
 * STATUS_USAGE if the scheme has no attack sets, and with STATUS_ENVIRONMENT without its source.
 * Errors of `out` are left to the caller. */
bool export_write(const struct scheme *scheme, const char *prefix, FILE *out, struct error *error);

#endif
