/* SPDX-License-Identifier: MIT
 * The terminal that a stream writes to. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the columns of the terminal that `out` writes to, 80 if the system does not report
 * them. Returns 0 if `out` is no terminal, or if the user requested plain text, see
 * https://no-color.org. */
int terminal_width(FILE *out);

/* Returns whether a line has room for more than what matters most: on any terminal of 120 columns,
 * and elsewhere. */
bool terminal_is_wide(FILE *out);

/* Prints lines. Those that are longer than `width` are broken between words, the rest indented; 0:
 * none. A line that begins with more blanks than that is left as it is: to be copied, or of a
 * table. `begun` characters of the first line have been printed. */
void print_folded(const char *text, int begun, int width, int indent, FILE *out);

#endif
