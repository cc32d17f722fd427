/* SPDX-License-Identifier: MIT */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "analysis/run.h"

#include <stdio.h>

/* Prints a run's tables as aligned text, with colours and bars on a terminal. Returns false
 * without memory. */
bool terminal_write(const struct run *run, FILE *out);

#endif
