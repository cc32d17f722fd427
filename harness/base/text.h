/* SPDX-License-Identifier: MIT
 * How texts and numbers are written in several outputs. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes one CSV field, quoted where RFC 4180 requires it. NULL, such as the author of a scheme
 * that has none, is an empty field. */
void csv_field(const char *text, FILE *out);

/* Writes a text in Markdown, with its special characters escaped, so that it cannot end the cell of
 * a table or begin a tag, a link or code. */
void markdown_text(const char *text, FILE *out);

/* Writes a name as code in Markdown. If it has characters that no name has, writes it as
 * markdown_text() does. */
void markdown_name(const char *name, FILE *out);

/* Returns a text that a shell reads as this word: the word itself if a shell changes none of its
 * characters, else `quoted`, to which as much of the word as fits is written in quotation marks. */
const char *shell_word(const char *word, char *quoted, size_t size);

/* Returns the ending of a noun after this number: "" after 1, else "s". */
const char *plural(size_t n);

/* Writes "1 MiB", "9.5 KiB" or "512 B", with at most three digits. Returns text. */
const char *bytes_text(uint64_t bytes, char text[static 16]);

/* Writes "1.25 MiB" or "1000 B", with at most four significant digits. Returns text. */
const char *bytes_text_precise(uint64_t bytes, char text[static 16]);

/* Returns how many decimals to print of a value and of the half-width of its confidence interval:
 * 2; but 1 if the value is at least 99.95 or the half-width at least 0.0995; and 0 if the
 * half-width is at least 9.95. */
int decimals_of(double value, double half_width);

#endif
