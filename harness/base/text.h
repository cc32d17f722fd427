/* SPDX-License-Identifier: MIT
 * Formats that several outputs share. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes one CSV field, quoted where RFC 4180 requires it. NULL, such as the author of a scheme
 * that has none, is an empty field. */
void csv_field(const char *text, FILE *out);

/* Writes text of Markdown, so that it cannot end a table's cell or begin a tag, a link or code. */
void markdown_text(const char *text, FILE *out);

/* Writes a name as code of Markdown. A text with characters that no name has is written by
 * markdown_text(). */
void markdown_name(const char *name, FILE *out);

/* Returns the ending of a noun after this number: "" or "s". */
const char *plural(size_t n);

/* Returns "1 MiB", "9.5 KiB" or "512 B" in `text`: at most three digits. */
const char *bytes_text(uint64_t bytes, char text[static 16]);

/* Returns "1.25 MiB" or "1000 B" in `text`: at most four significant digits. */
const char *bytes_text_precise(uint64_t bytes, char text[static 16]);

/* Returns how many decimals to print of a value and of the half-width of its confidence interval:
 * two; one if the value is 99.95 or more, or the half-width 0.0995 or more; none if the half-width
 * is 9.95 or more. */
int decimals_of(double value, double half_width);

#endif
