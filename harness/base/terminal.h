/* SPDX-License-Identifier: MIT
 * The terminal that a stream writes to. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the number of columns of the terminal that `out` writes to; 80 if the system does not
 * say; 0 if `out` is no terminal. */
int terminal_width(FILE *out);

/* Returns whether `out` writes to a terminal that has colours, and the user has not switched them
 * off (https://no-color.org). */
bool terminal_has_colours(FILE *out);

/* Returns whether lines have room for more than what is most important: on a terminal of at least
 * 120 columns, and always in a file or a pipe. */
bool terminal_is_wide(FILE *out);

/* Prints lines. Breaks a line that is longer than `width` between words, and indents its rest by
 * `indent` blanks; with width 0 breaks no line. Does not break a line that begins with more blanks
 * than `indent` either, since it is a command to copy or a line of a table. `begun` is the number
 * of characters that already stand on the first line. */
void print_folded(const char *text, int begun, int width, int indent, FILE *out);

#endif
