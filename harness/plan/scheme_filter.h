/* SPDX-License-Identifier: MIT */
#ifndef SCHEME_FILTER_H
#define SCHEME_FILTER_H

#include "base/error.h"

/* Selects the schemes whose name contains a match of an extended regular expression:
 * (*wanted)[i] is for schemes[i]; the caller frees it. Errors: STATUS_USAGE, also without any
 * match; STATUS_ENVIRONMENT if out of memory. */
bool scheme_filter_parse(const char *text, bool **wanted, struct error *error);

#endif
