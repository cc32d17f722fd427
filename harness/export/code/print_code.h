/* SPDX-License-Identifier: MIT
 * The code of a header, from items that are in a part and have their exported names. */
#ifndef PRINT_CODE_H
#define PRINT_CODE_H

#include "export/source/items.h"

#include <stdio.h>

/* Prints C: lookups, which each source file has, and tables, init() and self_test(), which one
 * source file has that defines the macro `implementation`. Without tables to fill, init() does
 * nothing. Returns false if out of memory. */
bool code_print_c(struct items *items, const char *prefix, const char *implementation, FILE *out);

/* Prints C++: all of it inline, in a namespace. */
bool code_print_cpp(struct items *items, const char *space, bool has_avx512, FILE *out);

#endif
