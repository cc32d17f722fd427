/* SPDX-License-Identifier: MIT
 * Schemes by name, and memory for their views. */
#ifndef FIND_SCHEME_H
#define FIND_SCHEME_H

#include "base/error.h"
#include "scheme.h"

/* Returns the scheme of this name, with its tables built. The name NULL is that of the first
 * branchless one that runs here, or else of the first one. Returns NULL, with STATUS_ENVIRONMENT,
 * if it does not run here. */
const struct scheme *find_scheme_or_default(const char *name, struct error *error);

/* Returns memory for one view, to be freed; NULL, with STATUS_ENVIRONMENT, if out of memory. */
void *scheme_new_view(const struct scheme *scheme, struct error *error);

#endif
