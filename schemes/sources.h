/* SPDX-License-Identifier: MIT
 * The text of the files of schemes/, for `slidebench export`. */
#ifndef SOURCES_H
#define SOURCES_H

/* Returns the text of a file, named with or without its folder: "rays/classical.c", "classical.c".
 * No two files have the same name. NULL: the file is not a part of this program. */
const char *scheme_source(const char *path);

#endif
