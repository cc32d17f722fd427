/* SPDX-License-Identifier: MIT
 * Verification before timing: no wrong scheme is ever timed. */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include "plan/rows.h"

/* Verifies each scheme that this CPU supports, in a child process, and sets the status of its rows.
 * Draws wrong attack sets on stderr. Fails with STATUS_ENVIRONMENT if no child process can be
 * started, with STATUS_INTERRUPTED after an interrupt. */
bool preflight(struct rows *rows, struct error *error);

#endif
