/* SPDX-License-Identifier: MIT
 * The layout of results as JSON: one scheme, choice or row per line. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes a value and a final newline. One that contains an array of objects is broken over lines,
 * one member or element a line, indented by one space per level. All others take no space. Numbers
 * have six significant digits. Returns false if out of memory and on a write error. */
bool json_write_lines(const json_t *value, FILE *out);

#endif
