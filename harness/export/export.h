/* SPDX-License-Identifier: MIT
 * `slidebench export`: a scheme as one self-contained header. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "export/export_request.h"

#include <stdio.h>

/* Writes the header. Fails with STATUS_USAGE if the scheme has no attack sets, and with
 * STATUS_ENVIRONMENT if out of memory or without its source. Errors of `out` are left to the
 * caller. */
bool export_write(const struct export_request *request, FILE *out, struct error *error);

#endif
