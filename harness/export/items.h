/* SPDX-License-Identifier: MIT
 * Code of the schemes as code of a header. */
#ifndef ITEMS_H
#define ITEMS_H

#include <stdbool.h>
#include <stdio.h>

/* Prints what the `needed` names need of a text, for C and C++. The text is formatted as in
 * schemes/: blank lines at file scope separate its items, which are printed or left out. Those with
 * an #include or with half of an #if are always printed.
 *
 * Names at file scope begin with the prefix, in capitals if the name is in capitals. A table, which
 * begins with `static ALIGNED(`, begins with the macro <PREFIX>_TABLE, which the caller defines. An
 * enum has no tag, and variables of its type are `unsigned`: C++ cannot count in an enum. A
 * `bitboard` is a uint64_t, and so is a GETTER_ARGUMENT, or a pointer to the view if has_view. NULL
 * ends the needed names. */
void items_print(const char *text, const char *const *needed, bool has_view, const char *prefix,
                 FILE *out);

#endif
