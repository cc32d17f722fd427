/* SPDX-License-Identifier: MIT */
#ifndef CACHE_FOLDER_H
#define CACHE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the path of slidebench's folder in the user's cache
 * (https://specifications.freedesktop.org/basedir) to `path`, and creates the folder: a
 * later open() reports a failure. Returns false if the environment defines no such place. */
bool cache_folder(char *path, size_t size);

#endif
