/* SPDX-License-Identifier: MIT */
#ifndef CACHE_FOLDER_H
#define CACHE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Creates slidebench's folder in the user's cache, see
 * https://specifications.freedesktop.org/basedir, and writes its path to `path`. Returns false
 * if neither XDG_CACHE_HOME nor HOME is an absolute path. */
bool cache_folder(char *path, size_t size);

#endif
