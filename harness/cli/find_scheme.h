/* SPDX-License-Identifier: MIT */
#ifndef FIND_SCHEME_H
#define FIND_SCHEME_H

#include "base/error.h"
#include "scheme.h"

/* Returns the scheme of this name or, if name is NULL, the first branchless one that runs here, or
 * else the first one that runs here. Its tables are built. Returns NULL, with STATUS_ENVIRONMENT,
 * if it does not run here. */
const struct scheme *find_scheme_or_default(const char *name, struct error *error);

#endif
