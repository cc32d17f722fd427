/* SPDX-License-Identifier: MIT */
#ifndef NOTES_H
#define NOTES_H

#include "record/report.h"

#include <stdio.h>

/* Writes the notes below the tables: machine, pinning, noise, A/A controls, break-even points,
 * faults, warnings. */
void notes_write(const struct report *report, FILE *out);

#endif
