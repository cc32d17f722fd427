/* SPDX-License-Identifier: MIT */
#ifndef ADVICE_H
#define ADVICE_H

#include "output/report.h"

#include <stdio.h>

/* Writes a line on which figures to distrust, if any, and one with the next command worth
 * running. */
void advice_write(const struct report *report, FILE *out);

#endif
