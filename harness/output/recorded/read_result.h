/* SPDX-License-Identifier: MIT */
#ifndef READ_RESULT_H
#define READ_RESULT_H

#include "base/error.h"
#include "output/recorded/recorded_result.h"

/* Reads a result of format 3. Returns NULL if out of memory (STATUS_ENVIRONMENT), and if a member
 * is missing or impossible (STATUS_INPUT). Texts of the file contain no control characters. */
struct recorded_result *recorded_result_read(const char *path, struct error *error);

#endif
