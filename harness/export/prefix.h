/* SPDX-License-Identifier: MIT */
#ifndef PREFIX_H
#define PREFIX_H

#include <stdbool.h>

/* True if a prefix or a namespace may have this name: an identifier of C and C++, which is neither a
 * keyword nor begins with an underscore. */
bool prefix_is_valid(const char *prefix);

#endif
