/* SPDX-License-Identifier: MIT */
#ifndef PREFIX_H
#define PREFIX_H

#include <stdbool.h>

/* Returns whether a prefix or a namespace may have this name: an identifier of C and C++ that is no
 * keyword and does not begin with an underscore. */
bool prefix_is_valid(const char *prefix);

#endif
