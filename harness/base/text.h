/* SPDX-License-Identifier: MIT
 * Small pieces of text that several outputs share. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

/* One CSV field, quoted where RFC 4180 asks for it. */
void csv_field(const char *text, FILE *out);

/* "1 MiB", "9.5 KiB", "512 B": three digits at the most, into text, which is returned. */
const char *bytes_text(unsigned long long bytes, char text[static 16]);

#endif
