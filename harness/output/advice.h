/* SPDX-License-Identifier: MIT */
#ifndef ADVICE_H
#define ADVICE_H

#include "record/report.h"

#include <stdio.h>

/* Writes a line on which figures to distrust, if any, and one with the next command worth
 * running. `program` is the command that started this one. */
void advice_write(const struct report *report, const char *program, FILE *out);

#endif
