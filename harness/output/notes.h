/* SPDX-License-Identifier: MIT
 * What is printed beside the tables: advice for the terminal, and notes. */
#ifndef NOTES_H
#define NOTES_H

#include "record/report.h"

#include <stdio.h>

/* Writes a line on which figures to distrust, if any, and one with the next command worth
 * running. `program` is the command that started this one. */
void advice_write(const struct report *report, const char *program, FILE *out);

/* ---- notes ---- */

/* Writes the notes below the tables: machine, pinning, noise, A/A controls, break-even points,
 * faults, warnings. */
void notes_write(const struct report *report, FILE *out);

#endif
