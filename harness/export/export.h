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

/* ---- steps of export_write() ---- */

/* Returns a scheme as one text, on the heap: the headers that its file includes, its own code, the
 * getters that it leaves out, and the self test. Reads files in the order of their #include lines,
 * each without its first comment. Decides `#ifdef NAME`, `#ifndef NAME` and `#elif defined(NAME)`
 * of a NAME that does not begin with an underscore; all other conditions remain. Returns NULL with
 * STATUS_ENVIRONMENT if a file is not a part of this program. */
char *amalgamate(const struct scheme *scheme, struct error *error);

/* Returns whether a text has the directive, such as "#define ", with the name at the beginning of
 * `name`. */
bool text_has(const char *text, const char *directive, const char *name);

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
