/* SPDX-License-Identifier: MIT
 * A scheme as one text: the headers that its file includes, its own code, the getters that it
 * leaves out, and the self test. */
#ifndef AMALGAMATION_H
#define AMALGAMATION_H

#include "base/error.h"
#include "scheme.h"

/* Reads the files of the scheme in the order of their #include lines, each without its first
 * comment. Decides `#ifdef NAME`, `#ifndef NAME` and `#elif defined(NAME)` of a NAME that does not
 * begin with an underscore; all other conditions remain in the text. Returns the text, on the heap;
 * NULL with STATUS_ENVIRONMENT if a file is not a part of this program, or if out of memory. */
char *amalgamate(const struct scheme *scheme, struct error *error);

/* Returns whether a text has the directive, such as "#define ", with the name at the beginning of
 * `name`. */
bool text_has(const char *text, const char *directive, const char *name);

#endif
