/* SPDX-License-Identifier: MIT
 * The text of the files of schemes/, for `slidebench export`. */
#ifndef SOURCES_H
#define SOURCES_H

/* Returns the text of a file, named as in "rays/classical.c" or "classical.c": no two files have
 * one name. NULL: not a part of this program. */
const char *scheme_source(const char *path);

#endif
