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

/* Prints a line, of which a terminal gets what fits into one of its own. */
void print_what_fits(const char *line, FILE *out);

/* Prints lines. A terminal gets those that are too long for it broken between words, the rest
 * indented, but for lines of tables, which have three blanks in a row behind the indent. */
void print_folded(const char *text, int indent, FILE *out);

#endif
