/* SPDX-License-Identifier: MIT
 * Text formatting that several outputs share. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Prints one CSV field, quoted where RFC 4180 requires it. */
void csv_field(const char *text, FILE *out);

/* Writes a size with at most three digits: "1 MiB", "9.5 KiB", "512 B". Returns text. */
const char *bytes_text(unsigned long long bytes, char text[static 16]);

#endif
