/* SPDX-License-Identifier: MIT */
#ifndef SCHEME_FILTER_H
#define SCHEME_FILTER_H

#include "base/error.h"

/* Finds the schemes whose name an extended regular expression matches somewhere: (*wanted)[i] for schemes[i], to be freed. It must
 * match one. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT without memory. */
bool scheme_filter_parse(const char *text, bool **wanted, struct error *error);

#endif
