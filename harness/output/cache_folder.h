/* SPDX-License-Identifier: MIT */
#ifndef CACHE_FOLDER_H
#define CACHE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Puts the path of slidebench's folder in the user's cache (https://specifications.freedesktop.org/basedir) into `path`, and makes
 * it; false if the environment names no such place. */
bool cache_folder(char *path, size_t size);

#endif
