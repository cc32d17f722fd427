/* SPDX-License-Identifier: MIT
 * The terminal that a stream writes to. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the columns of the terminal that `out` writes to, 80 if the system does not report
 * them. Returns 0 if `out` is no terminal. */
int terminal_width(FILE *out);

/* Returns whether `out` writes to a terminal that has colours, and the user wants them: see
 * https://no-color.org. */
bool terminal_has_colours(FILE *out);

/* Returns whether lines have room for more than what matters most: on a terminal of at least 120
 * columns, and always in a file or a pipe. */
bool terminal_is_wide(FILE *out);

/* Prints lines. Breaks a line that is longer than `width` between words, and indents what follows
 * by `indent` blanks; width 0 breaks none. A line that begins with more blanks than `indent` is
 * left as it is, since it is a command to copy or a line of a table. `begun` characters of the
 * first line have been printed before. */
void print_folded(const char *text, int begun, int width, int indent, FILE *out);

#endif
