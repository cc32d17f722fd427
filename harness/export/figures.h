/* SPDX-License-Identifier: MIT */
#ifndef FIGURES_H
#define FIGURES_H

#include "scheme.h"

#include <stdio.h>

/* Prints how fast a scheme was on this CPU, as lines of a comment that begin with " * ": in core
 * cycles, from the best recorded run. Prints nothing if no run has a result of the scheme. */
void export_figures(FILE *out, const struct scheme *scheme);

#endif
