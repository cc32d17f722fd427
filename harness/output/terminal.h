/* SPDX-License-Identifier: MIT */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "analysis/run.h"

#include <stdio.h>

/* Prints a run's tables as aligned text, with colours and bars on a terminal. Each has its first
 * `top` schemes and the founding ones; 0: 20 on a terminal, else all. Returns false without
 * memory. */
bool terminal_write(const struct run *run, size_t top, FILE *out);

#endif
