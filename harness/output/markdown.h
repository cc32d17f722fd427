/* SPDX-License-Identifier: MIT */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "analysis/run.h"

#include <stdio.h>

/* Prints a run's tables as Markdown. */
void markdown_write(const struct run *run, FILE *out);

#endif
