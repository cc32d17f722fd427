/* SPDX-License-Identifier: MIT */
#ifndef JSON_H
#define JSON_H

#include "output/report.h"

#include <stdio.h>

/* Writes a run as JSON. csv_crc32: of the CSV beside it, 8 hex digits; NULL: there is none.
 * Returns false if out of memory (see json_memory.h) and on a write error. */
bool json_write(const struct report *report, const char *csv_crc32, FILE *out);

#endif
